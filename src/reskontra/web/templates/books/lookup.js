// A field that offers what the server finds while one types (the ARIA pattern of a combobox).

import { parsed } from "./live.js";

const WAIT = 150;

export function lookup(form, picked) {
  const list = document.createElement("ul");
  list.id = "options";
  list.className = "options";
  list.setAttribute("role", "listbox");
  list.setAttribute("aria-label", "Förslag");
  let field, timer, asking, at = -1;
  const options = () => [...list.children];

  function close() {
    if (!field) return;
    field.setAttribute("aria-expanded", "false");
    field.removeAttribute("aria-activedescendant");
    list.remove();
    at = -1;
  }

  async function ask() {
    asking?.abort();
    asking = new AbortController();
    const words = field.value.trim();
    if (!words) return close();
    const url = `${form.dataset.lookup}${field.dataset.lookup}?q=${encodeURIComponent(words)}`;
    try {
      const response = await fetch(url, { signal: asking.signal });
      if (response.ok && !response.redirected) open(parsed(await response.text()).querySelectorAll("li"));
    } catch {
      close();
    }
  }

  function open(found) {
    list.replaceChildren(...found);
    document.getElementById("found").textContent = `${list.children.length} förslag`;
    if (!list.children.length || document.activeElement !== field) return close();
    field.after(list);
    field.setAttribute("aria-expanded", "true");
    field.setAttribute("aria-controls", "options");
    at = -1;
  }

  function point(step) {
    const every = options();
    at = (at + step + every.length) % every.length;
    every.forEach((each, place) => each.setAttribute("aria-selected", String(place === at)));
    field.setAttribute("aria-activedescendant", every[at].id);
    every[at].scrollIntoView({ block: "nearest" });
  }

  function pick(option) {
    const chosen = field;
    close();
    picked(chosen, option.dataset);
  }

  form.addEventListener("input", (event) => {
    if (!event.target.matches("input[data-lookup]")) return;
    field = event.target;
    field.setAttribute("role", "combobox");
    field.setAttribute("aria-autocomplete", "list");
    clearTimeout(timer);
    timer = setTimeout(ask, WAIT);
  });
  form.addEventListener("keydown", (event) => {
    if (event.target !== field || !list.isConnected) {
      if (event.key === "Enter" && event.target.matches?.("#customer")) event.preventDefault();
      return;
    }
    const steps = { ArrowDown: 1, ArrowUp: -1 };
    if (steps[event.key] && !event.altKey) point(steps[event.key]);
    else if (event.key === "Enter") pick(options()[Math.max(at, 0)]);
    else if (event.key === "Escape") close();
    else return;
    event.preventDefault();
  });
  list.addEventListener("pointerdown", (event) => {
    event.preventDefault();
    const option = event.target.closest("li");
    if (option) pick(option);
  });
  form.addEventListener("focusout", (event) => { if (event.target === field) close(); });
}
