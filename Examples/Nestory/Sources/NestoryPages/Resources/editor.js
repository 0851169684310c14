// Adding, editing and deleting, by our controllers on the server. Nothing typed is lost: the form stays until they have it.
import { announce, counted, text } from "./texts.js";
import { newId } from "./ids.js";
import { hasList, pointOut } from "./list.js";
import { canAsk, on, Refusal, state, tell } from "./live.js";
import { close, forget, gone, isInDialog } from "./dialog.js";

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

/** Shows beside each field what stands there by now, where that is something else than what is typed. */
function showStored(form, values) {
  for (const field of form.querySelectorAll("[data-field]")) {
    const line = field.querySelector(".stored");
    const stored = (values[field.dataset.field] ?? "").replaceAll("\r\n", "\n");
    line.hidden = field.querySelector("input, textarea").value === stored;
    line.querySelector("q").textContent = stored;
  }
}

/** Tells what became of the item since the form was opened. Saving is refused until it has been, and once more confirmed. */
function showNewer(form, newer, isRefused) {
  const isOther = newer && newer.item === form.dataset.item && newer.revision !== Number(form.dataset.revision);
  const words = !isOther || isRefused ? "" : text(newer.revision === null ? "newer_gone" : "newer_changed");
  const region = form.querySelector(".newer");
  if (region.textContent !== words) region.textContent = words;
  if (!isOther || newer.revision === null) return;
  showStored(form, newer.values);
  if (isRefused) form.dataset.revision = newer.revision;
}

function take(field) {
  const input = field.querySelector("input, textarea");
  input.value = field.querySelector(".stored q").textContent;
  input.dispatchEvent(new Event("input", { bubbles: true }));
  field.querySelector(".stored").hidden = true;
  input.focus();
}

/** Tells our controllers which item's form is open. */
function watch() {
  const form = document.getElementById("editor");
  if (!form?.dataset.item || !canAsk()) return;
  tell({ command: "edit", item: form.dataset.item, revision: Number(form.dataset.revision) }).catch(() => {});
}

/** Is the form being sent? */
function isBusy(form) {
  return form.getAttribute("aria-busy") === "true";
}

function begin(form, busyText) {
  const button = form.querySelector("[type=submit]");
  form.setAttribute("aria-busy", "true");
  form.dataset.label = button.textContent;
  button.textContent = busyText;
  showFormError(form, "");
}

function end(form) {
  if (!isBusy(form)) return;
  form.removeAttribute("aria-busy");
  form.querySelector("[type=submit]").textContent = form.dataset.label;
}

/** Sends a form once at a time. What comes of it is heard in the stream; `runs` says which answers are older. */
async function send(form, busyText, runs, command) {
  if (isBusy(form)) return;
  form.dataset.runs = runs ?? 0;
  delete form.dataset.taken;
  begin(form, busyText);
  try {
    await tell(command);
    form.dataset.taken = "";
  } catch (error) {
    if (!isBusy(form)) return;
    end(form);
    showFormError(form, error instanceof Refusal ? error.message || text("failed_form") : text("unreachable_form"));
  }
}

function finish(form, notice, message, undo) {
  end(form);
  if (!isInDialog(form)) {
    forget();
    return location.assign(`/?notice=${notice}`);
  }
  close();
  announce(message, undo);
}

function valuesOf(form) {
  const inputs = [...form.querySelectorAll("[data-field] :is(input, textarea)")];
  return Object.fromEntries(inputs.map((input) => [input.name, input.value]));
}

function save(form) {
  form.dataset.token ??= newId();
  const command = { command: "save", form: form.dataset.token, values: valuesOf(form) };
  if (form.dataset.item) Object.assign(command, { item: form.dataset.item, revision: Number(form.dataset.revision) });
  return send(form, text("saving"), state.editor?.runs, command);
}

function remove(form) {
  return send(form, text("deleting"), state.deletion?.runs, { command: "delete", item: form.dataset.item, revision: Number(form.dataset.revision) });
}

/** Returns the form that an answer is for; nothing where it is older than the question, or for another form. */
function answered(id, isOurs, answer, isWhole) {
  const form = document.getElementById(id);
  if (!form || !isBusy(form)) return undefined;
  if (isOurs(form)) return answer.runs > Number(form.dataset.runs) ? form : undefined;
  if (!isWhole) return undefined;
  // We have new controllers, which know nothing of us. What the old ones took is lost; what is on its way is not.
  form.dataset.runs = 0;
  if (form.dataset.taken !== undefined) {
    end(form);
    showFormError(form, text("unreachable_form"));
  }
  return undefined;
}

function hearEditor(editor, isWhole) {
  const shown = document.getElementById("editor");
  if (shown && !isBusy(shown)) showNewer(shown, editor.newer, false);
  const form = answered("editor", (form) => form.dataset.token === editor.form, editor, isWhole);
  if (!form || editor.saving) return;
  if (editor.saved) {
    const notice = editor.saved.kept ? "kept" : editor.saved.new ? "added" : "saved";
    pointOut(editor.saved.id);
    finish(form, notice, text(`${notice}_named`, { name: editor.saved.name }));
  } else {
    end(form);
    const isStopped = !editor.message && Object.keys(editor.errors).length === 0;
    const isConflict = editor.newer && editor.newer.item === form.dataset.item && editor.newer.revision > Number(form.dataset.revision);
    showErrors(form, editor.errors, isStopped ? text("save_stopped") : isConflict ? text("conflict_form") : editor.message);
    showNewer(form, editor.newer, isConflict);
  }
}

function hearDeletion(deletion, isWhole) {
  const form = answered("deletion", (form) => form.dataset.item === deletion.item, deletion, isWhole);
  if (!form || deletion.deleting) return;
  if (deletion.kept) return finish(form, "kept", text("kept_named", { name: form.dataset.name }));
  if (deletion.there === true) {
    const item = form.dataset.item;
    return finish(form, "deleted", text("deleted_named", { name: form.dataset.name }), () => undo({ command: "restore", item }));
  }
  end(form);
  if (deletion.newer) {
    form.dataset.revision = deletion.newer.revision;
    return showFormError(form, text("delete_changed", { name: deletion.newer.name }));
  }
  if (deletion.there === false && hasList) gone();
  else showFormError(form, deletion.message ?? text("save_stopped"));
}

let awaited;

/** Takes something back; what comes of it is heard in the stream. */
export function undo(command) {
  awaited = (state.undo?.runs ?? 0) + 1;
  tell(command).catch(() => announce(text("failed_form")));
}

function hearUndo(answer) {
  if (!awaited || answer.runs < awaited || (answer.count === null && !answer.message)) return;
  awaited = undefined;
  announce(answer.message ?? counted("undone", answer.count));
}

/** Stops a form that is being sent; false where none is. */
export function stop() {
  const form = document.querySelector("#editor, #deletion");
  if (!form || !isBusy(form)) return false;
  tell({ command: form.id === "editor" ? "cancel-save" : "cancel-delete" }).catch(() => {});
  return true;
}

/** Starts the forms of this page. */
export function startEditor() {
  on("editor", hearEditor);
  on("deletion", hearDeletion);
  on("undo", hearUndo);
  document.addEventListener("submit", (event) => {
    const form = event.target;
    if (!canAsk() || (form.id !== "editor" && form.id !== "deletion")) return;
    event.preventDefault();
    if (form.id === "editor") save(form);
    else remove(form);
  });
  document.addEventListener("input", (event) => {
    const form = event.target.closest?.("#editor");
    if (!form) return;
    form.dataset.changed = "";
    showFieldError(event.target.closest("[data-field]"), "");
  });
  document.addEventListener("click", (event) => {
    if (event.target.matches?.("[data-take]")) take(event.target.closest("[data-field]"));
  });
  document.addEventListener("shown", watch);
  document.addEventListener("connected", watch);
}
