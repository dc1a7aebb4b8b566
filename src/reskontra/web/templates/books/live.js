// A form, and the parts of the page that follow from it: counted while one types, saved when one stops.

const COUNT_AFTER = 300, SAVE_AFTER = 3000, RETRY_AFTER = 5000;
const KEPT = "form kept over log-in";
const OF_SAVED = ["saved", "version", "form_key", "heading", "ahead", "discard"];

export function live(form) {
  let counting, countTimer, saveTimer, unsent = false, saving = false;

  function sent(url, more = {}, options = {}) {
    const body = new URLSearchParams(new FormData(form));
    for (const [name, value] of Object.entries(more)) body.set(name, value);
    return fetch(url, { method: "POST", body, ...options });
  }

  // To log-in and back, with what was typed
  function lost(response) {
    if (!response.redirected || !new URL(response.url).pathname.endsWith("/log-in")) return false;
    sessionStorage.setItem(KEPT, JSON.stringify([location.pathname, [...new FormData(form)]]));
    unsent = false;
    location.href = `/console/log-in?next=${encodeURIComponent(location.pathname)}`;
    return true;
  }

  async function count() {
    counting?.abort();
    counting = new AbortController();
    try {
      const response = await sent(form.dataset.live, {}, { signal: counting.signal });
      if (lost(response) || !response.ok) return;
      put(parsed(await response.text()).body.children);
    } catch (fault) {
      if (fault.name !== "AbortError") say("Kan inte räkna just nu");
    }
  }

  async function save(leaving = false) {
    clearTimeout(saveTimer);
    if (!unsent || saving || !hasBegun()) return;
    saving = true;
    unsent = false;
    if (!leaving) say("Sparar …");
    try {
      const response = await sent(form.action, { do: "save" }, { keepalive: leaving });
      if (lost(response)) return;
      take(parsed(await response.text()), response);
    } catch {
      unsent = true;
      say("Inte sparat – försöker igen");
      saveTimer = setTimeout(save, RETRY_AFTER);
    }
    saving = false;
    if (unsent && !leaving) saveTimer = setTimeout(save, SAVE_AFTER);
  }

  function take(page, response) {
    if (response.status === 409) return say("Någon annan har ändrat fakturan – ladda om sidan");
    const theirs = page.getElementById("editor");
    if (!theirs) return say("Inte sparat");
    if (response.ok) {
      form.action = theirs.action;
      form.dataset.live = theirs.dataset.live;
      document.title = page.title;
      history.replaceState(null, "", new URL(response.url).pathname);
    }
    put([...OF_SAVED, "wrongs"].map((id) => page.getElementById(id)).filter(Boolean));
  }

  function hasBegun() {
    const data = new FormData(form);
    const texts = [...data].filter(([name, value]) => /^row-\d+-text$/.test(name) && value.trim());
    return data.get("CustomerNumber") && texts.length > 0;
  }

  function changed() {
    unsent = true;
    say("Ändrat");
    clearTimeout(countTimer);
    clearTimeout(saveTimer);
    countTimer = setTimeout(count, COUNT_AFTER);
    saveTimer = setTimeout(save, SAVE_AFTER);
  }

  // What a choice in the form comes to, as the server has it, without saving
  async function chosen(name, value) {
    const response = await sent(form.action, { [name]: value });
    if (lost(response)) return;
    put([parsed(await response.text()).getElementById("chosen")], true);
    changed();
  }

  form.addEventListener("input", (event) => { if (!event.target.dataset.lookup || event.target.id !== "customer") changed(); });
  form.addEventListener("submit", () => { unsent = false; clearTimeout(saveTimer); });
  form.addEventListener("focusout", (event) => { if (event.relatedTarget && !form.contains(event.relatedTarget)) save(); });
  document.addEventListener("visibilitychange", () => { if (document.hidden) save(true); });
  addEventListener("beforeunload", (event) => { if (unsent) event.preventDefault(); });
  restore(form, changed);
  return { changed, chosen };
}

function restore(form, changed) {
  const [path, fields] = JSON.parse(sessionStorage.getItem(KEPT) || "[]");
  if (path !== location.pathname) return;
  sessionStorage.removeItem(KEPT);
  for (const [name, value] of fields) {
    const field = form.elements[name];
    if (field && !["csrf_token", "form_key", "version"].includes(name)) field.value = value;
  }
  changed();
}

export function parsed(text) {
  return new DOMParser().parseFromString(text, "text/html");
}

export function say(words) {
  const state = document.getElementById("saved");
  if (!state || state.textContent === words) return;
  state.textContent = words;
  state.classList.add("unsaved");
}

// Each part in its place; what has focus stays as it is
function put(parts, also = false) {
  for (const part of [...parts]) {
    const here = part && part.id && document.getElementById(part.id);
    if (!here || (!also && here.contains(document.activeElement))) continue;
    if (here.tagName === "INPUT") here.value = part.value;
    else if (here.innerHTML !== part.innerHTML) here.innerHTML = part.innerHTML;
    here.className = part.className;
  }
}
