// Adding, editing and deleting, through the JSON routes. Nothing typed is lost: the form stays until the server has it.
import { announce, counted, text } from "./texts.js";
import { hasList, refresh } from "./list.js";
import { close, forget, gone, isInDialog } from "./dialog.js";

async function send(url, method, body) {
  const response = await fetch(url, {
    method,
    headers: { accept: "application/json", ...(body && { "content-type": "application/json" }) },
    body: body && JSON.stringify(body),
  });
  const answer = response.status === 204 ? {} : await response.json().catch(() => ({}));
  return { response, answer };
}

function valuesOf(form) {
  const values = Object.fromEntries(new FormData(form));
  if (/^\s*\d{1,9}\s*$/.test(values.quantity)) values.quantity = Number(values.quantity);
  return values;
}

function showFormError(form, message) {
  const region = form.querySelector(".form-errors");
  region.replaceChildren();
  if (!message) return;
  const paragraph = document.createElement("p");
  paragraph.textContent = message;
  region.append(paragraph);
}

function showFieldError(field, message) {
  const input = field.querySelector("input, textarea");
  field.classList.toggle("has-error", Boolean(message));
  field.querySelector(".error").textContent = message ?? "";
  if (message) input.setAttribute("aria-invalid", "true");
  else input.removeAttribute("aria-invalid");
}

function showErrors(form, errors, message) {
  const fields = [...form.querySelectorAll("[data-field]")];
  const wrong = fields.filter((field) => Object.hasOwn(errors, field.dataset.field));
  for (const field of fields) showFieldError(field, errors[field.dataset.field]);
  const elsewhere = Object.keys(errors).filter((key) => !fields.some((field) => field.dataset.field === key));
  const summary = wrong.length > 0 ? counted("problems", wrong.length) : message ?? text("failed_form");
  showFormError(form, [summary, ...elsewhere.map((key) => errors[key])].join(" "));
  wrong[0]?.querySelector("input, textarea").focus();
}

/** Runs the work of a form once at a time, and says so when the server does not answer. */
async function submit(form, busyText, work) {
  if (form.getAttribute("aria-busy") === "true") return;
  const button = form.querySelector("[type=submit]");
  const label = button.textContent;
  form.setAttribute("aria-busy", "true");
  button.textContent = busyText;
  showFormError(form, "");
  try {
    await work();
  } catch {
    showFormError(form, text("unreachable_form"));
  } finally {
    form.removeAttribute("aria-busy");
    button.textContent = label;
  }
}

async function finish(form, notice, message, id) {
  if (!isInDialog(form)) {
    forget();
    return location.assign(`/?notice=${notice}`);
  }
  close();
  announce(message);
  await refresh();
  if (id) document.getElementById(`item-${id}`)?.classList.add("fresh");
}

async function save(form) {
  const { response, answer } = await send(form.dataset.api, form.dataset.method, valuesOf(form));
  if (response.ok) {
    const notice = response.status === 201 ? "added" : "saved";
    const name = answer.name ?? form.elements.name.value;
    await finish(form, notice, text(`${notice}_named`, { name }), answer.id);
  } else {
    showErrors(form, answer.errors ?? {}, answer.message);
  }
}

async function remove(form) {
  const { response, answer } = await send(form.dataset.api, "DELETE");
  if (response.ok) await finish(form, "deleted", text("deleted_named", { name: form.dataset.name }));
  else if (response.status === 404 && hasList) await gone();
  else showFormError(form, answer.message ?? text("failed_form"));
}

/** Starts the forms of this page. */
export function startEditor() {
  document.addEventListener("submit", (event) => {
    const form = event.target;
    if (form.id === "editor") {
      event.preventDefault();
      submit(form, text("saving"), () => save(form));
    } else if (form.id === "deletion") {
      event.preventDefault();
      submit(form, text("deleting"), () => remove(form));
    }
  });
  document.addEventListener("input", (event) => {
    const form = event.target.closest?.("#editor");
    if (!form) return;
    form.dataset.changed = "";
    showFieldError(event.target.closest("[data-field]"), "");
  });
}
