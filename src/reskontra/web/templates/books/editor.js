// The editor of an invoice, put together.

import { live } from "./live.js";
import { lookup } from "./lookup.js";
import { rows } from "./rows.js";

const form = document.getElementById("editor");
const { changed, chosen } = live(form);
const { begun } = rows(form, changed);

lookup(form, async (field, found) => {
  if (field.id === "customer") {
    field.value = found.text;
    await chosen("choose", found.value);
    form.querySelector(".lines .what input:not([type=hidden])").focus();
    return;
  }
  const row = field.closest("tr");
  const named = (part) => row.querySelector(`[name$="-${part}"]`);
  begun(row);
  field.value = found.text;
  named("article").value = found.value;
  named("unit").value = found.unit;
  named("price").value = found.price;
  named("vat").value = found.vat;
  named("quantity").value ||= "1";
  named("quantity").focus();
  named("quantity").select();
  changed();
});
document.querySelectorAll("[data-without-script]").forEach((each) => each.remove());
