// Shortcuts: letters act only where no field has focus, and can be switched off in their sheet.

const OFF = "shortcuts off";
const sheet = document.getElementById("shortcuts");
const choice = document.getElementById("letters");
let going = false;

choice.checked = !localStorage.getItem(OFF);
choice.addEventListener("change", () => {
  if (choice.checked) localStorage.removeItem(OFF); else localStorage.setItem(OFF, "yes");
});

function press(selector) {
  const found = document.querySelector(selector);
  found?.click();
  return Boolean(found);
}

function step(forward) {
  const links = [...document.querySelectorAll(".list .nr a")];
  const here = links.indexOf(document.activeElement);
  links.at(forward ? Math.min(here + 1, links.length - 1) : Math.max(here - 1, 0))?.focus();
  return links.length > 0;
}

function letter(key) {
  if (going) {
    going = false;
    return press(`[data-go="${CSS.escape(key)}"]`);
  }
  if (key === "g") return (going = true);
  if (key === "n") return press("[data-key=n]");
  if (key === "s" || key === "/") {
    const search = document.querySelector("[data-key=s]");
    search?.focus();
    return Boolean(search);
  }
  if (key === "?") return sheet.showModal() ?? true;
  if (key === "j" || key === "k") return step(key === "j");
  return false;
}

document.addEventListener("keydown", (event) => {
  const held = event.ctrlKey || event.metaKey;
  let done = false;
  if (held && event.key === "Enter") done = press("main form .primary");
  else if (held && event.key === "s") done = press("main form [value=save]");
  else if (!held && !event.altKey && !event.target.closest("input, select, textarea, dialog")) {
    if (choice.checked || event.key === "?") done = letter(event.key);
  }
  if (done) event.preventDefault();
});
