// The lists follow what happens; without this file they do so when the page is loaded again.
const live = document.querySelector("[data-live]");
if (live) {
  const name = encodeURIComponent(document.body.dataset.company);
  const stream = new EventSource(`/sandbox/api/events?company=${name}`);
  const again = async () => {
    const answer = await fetch(location.href);
    const page = new DOMParser().parseFromString(await answer.text(), "text/html");
    live.replaceChildren(...page.querySelector("[data-live]").childNodes);
  };
  for (const kind of ["request", "mail", "reset"]) stream.addEventListener(kind, again);
}

// What is worth pasting has a button beside it.
for (const text of document.querySelectorAll("code[data-copy]")) {
  const button = document.createElement("button");
  button.type = "button";
  button.className = "copy";
  button.textContent = "Copy";
  button.addEventListener("click", async () => {
    await navigator.clipboard.writeText(text.textContent.trim());
    button.textContent = "Copied";
  });
  (text.closest("pre") ?? text).after(" ", button);
}
