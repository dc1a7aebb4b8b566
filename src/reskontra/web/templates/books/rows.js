// The rows of a document: one more as soon as one writes in the last, moved and removed, in order.

export function rows(form, changed) {
  const body = form.querySelector(".lines tbody");
  const pattern = document.getElementById("row").content.firstElementChild;
  const every = () => [...body.querySelectorAll("tr")];
  const text = (row) => row.querySelector(".what input:not([type=hidden])");

  function begun(row) {
    if (!row.classList.contains("next")) return;
    row.classList.remove("next");
    text(row).placeholder = "";
    row.querySelector(".drop").replaceChildren(...pattern.cloneNode(true).querySelector(".drop").childNodes);
    body.append(pattern.cloneNode(true));
    number();
  }

  // Names, ids and labels say which row it is
  function number() {
    every().forEach((row, place) => {
      const now = place + 1;
      row.dataset.row = now;
      for (const each of row.querySelectorAll("[name], [id]")) {
        if (each.name) each.name = each.name.replace(/^row-\d+-/, `row-${now}-`);
        if (each.id) each.id = each.id.replace(/^row-\d+-/, `row-${now}-`);
        const label = each.getAttribute("aria-label");
        if (label) each.setAttribute("aria-label", label.replace(/rad \d+/, `rad ${now}`));
      }
      const drop = row.querySelector(".drop button");
      if (drop) {
        drop.value = now;
        drop.setAttribute("aria-label", `Ta bort rad ${now}: ${text(row).value}`);
      }
    });
  }

  function remove(row) {
    const next = row.nextElementSibling || row.previousElementSibling;
    row.remove();
    number();
    text(next).focus();
    changed();
  }

  function move(row, up) {
    const other = up ? row.previousElementSibling : row.nextElementSibling;
    if (!other || other.classList.contains("next") || row.classList.contains("next")) return;
    const focused = document.activeElement;
    if (up) other.before(row); else other.after(row);
    number();
    focused.focus();
    changed();
  }

  body.addEventListener("input", (event) => begun(event.target.closest("tr")));
  body.addEventListener("click", (event) => {
    const button = event.target.closest("button[name=remove]");
    if (!button) return;
    event.preventDefault();
    remove(button.closest("tr"));
  });
  body.addEventListener("keydown", (event) => {
    if (!event.altKey || !["ArrowUp", "ArrowDown"].includes(event.key)) return;
    event.preventDefault();
    move(event.target.closest("tr"), event.key === "ArrowUp");
  });
  form.querySelector("button[value=add-row]").addEventListener("click", (event) => {
    event.preventDefault();
    text(every().at(-1)).focus();
  });
  return { begun };
}
