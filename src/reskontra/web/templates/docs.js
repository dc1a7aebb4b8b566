// Search, and calls that can be tried; without this file the page is read.

const made = (tag, attributes = {}, ...children) => {
  const element = document.createElement(tag);
  for (const [name, value] of Object.entries(attributes)) element.setAttribute(name, value);
  element.append(...children);
  return element;
};

// Search

const found = made("ul", { class: "found", id: "found", "aria-label": "Found" });
const count = made("p", { class: "soft", role: "status" });
const field = made("input", { type: "search", id: "search", placeholder: "/3/invoices, OCR …", autocomplete: "off" });
const search = made("div", { role: "search" }, made("label", { for: "search" }, "Search"), field, count, found);
document.querySelector("nav").prepend(search);

const index = [...document.querySelectorAll("[data-find]")].map((place) => ({
  id: place.id,
  title: place.dataset.find,
  text: `${place.dataset.find} ${place.textContent}`.toLowerCase(),
}));
const MOST = 40;

// What has all the words; first that whose own name has the first of them.
const matching = (wanted) => {
  const words = wanted.toLowerCase().split(/\s+/).filter(Boolean);
  if (!words.length) return [];
  const rank = (each) => (each.title.toLowerCase().includes(words[0]) ? 0 : 1);
  return index
    .filter((each) => words.every((word) => each.text.includes(word)))
    .sort((one, other) => rank(one) - rank(other));
};

field.addEventListener("input", () => {
  const all = matching(field.value);
  const shown = all.slice(0, MOST);
  found.replaceChildren(...shown.map((each) => made("li", {}, made("a", { href: `#${each.id}` }, each.title))));
  count.textContent = field.value.trim() ? `${all.length} found` : "";
});

// A link to a call opens it.
const open = () => {
  const place = document.getElementById(decodeURIComponent(location.hash.slice(1)));
  if (place?.tagName === "DETAILS") place.open = true;
  place?.scrollIntoView();
};
addEventListener("hashchange", open);
if (location.hash) open();

// Copying

for (const block of document.querySelectorAll("pre[data-copy]")) {
  const button = made("button", { type: "button", class: "copy" }, "Copy");
  button.addEventListener("click", async () => {
    await navigator.clipboard.writeText(block.textContent);
    button.textContent = "Copied";
  });
  const around = made("div", { class: "copied" });
  block.replaceWith(around);
  around.append(block, button);
}

// Trying

const { base, token } = document.body.dataset;

const shown = async (answer) => {
  const type = answer.headers.get("content-type") ?? "";
  if (type.includes("json")) return JSON.stringify(await answer.json(), null, 2);
  if (type.startsWith("text/") || type.includes("xml")) return await answer.text();
  const bytes = await answer.blob();
  return bytes.size ? made("a", { href: URL.createObjectURL(bytes), target: "_blank" }, `${type}, ${bytes.size} bytes`) : "";
};

const trial = (call) => {
  const { method, path, body } = call.dataset;
  const address = made("input", { "aria-label": "Address", value: path, spellcheck: "false" });
  const sent = made("textarea", { "aria-label": "Body", rows: 8, spellcheck: "false" });
  sent.value = body ?? "";
  const status = made("p", { role: "status", class: "soft" });
  const answered = made("pre", { tabindex: 0, "aria-label": "Answer", hidden: "" });
  const send = made("button", { type: "button" }, "Send");
  send.addEventListener("click", async () => {
    status.textContent = "…";
    const headers = { Authorization: `Bearer ${token}` };
    const began = performance.now();
    try {
      const answer = await fetch(base + address.value, { method, headers, body: body ? sent.value : undefined });
      answered.replaceChildren(await shown(answer));
      const ms = Math.round(performance.now() - began);
      status.textContent = `${answer.status} in ${ms} ms, ${answer.headers.get("x-request-id")}`;
    } catch (error) {
      answered.replaceChildren();
      status.textContent = `No answer: ${error.message}`;
    }
    answered.hidden = !answered.textContent;
  });
  const line = made("div", { class: "row" }, made("code", {}, method), address, send);
  return made("div", { class: "trial" }, made("h4", {}, "Try it in the sandbox"), line, ...(body ? [sent] : []), status, answered);
};

if (token) {
  for (const call of document.querySelectorAll("details[data-method]")) {
    call.addEventListener("toggle", () => {
      if (call.open && !call.querySelector(".trial")) call.append(trial(call));
    });
    if (call.open) call.append(trial(call));
  }
}
