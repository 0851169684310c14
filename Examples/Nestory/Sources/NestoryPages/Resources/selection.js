// Selecting several items of the list, to delete them together and bring them back together.
import { announce, counted, text } from "./texts.js";
import { newId } from "./ids.js";

// What is selected: an item's id and its revision, as its box has them. A list that is replaced keeps its selection.
let selected = new Set();
let isBusy = false;

const boxes = () => [...document.querySelectorAll("#results input[name=item]")];

function show() {
  const shown = boxes();
  selected = new Set(shown.map((box) => box.value).filter((value) => selected.has(value)));
  for (const box of shown) box.checked = selected.has(box.value);
  const form = document.getElementById("selection");
  if (!form) return;
  form.classList.toggle("active", selected.size > 0);
  const words = selected.size > 0 ? counted("selected", selected.size) : "";
  const status = document.getElementById("selected");
  if (status.textContent !== words) status.textContent = words;
}

async function ask(method, path, headers = {}) {
  try {
    return (await fetch(path, { method, headers: { accept: "application/json", "idempotency-key": newId(), ...headers } })).status;
  } catch {
    return 0;
  }
}

/** Deletes one after the other, each only if it is still as it is shown. */
async function remove() {
  if (isBusy || selected.size === 0) return;
  isBusy = true;
  document.getElementById("selection").setAttribute("aria-busy", "true");
  const deleted = [];
  let [kept, failed] = [0, 0];
  for (const value of selected) {
    const [id, revision] = value.split(":");
    const status = await ask("DELETE", `/api/items/${id}`, { "if-match": `"${revision}"` });
    if (status === 204) deleted.push(id);
    else if (status === 202) kept += 1;
    else failed += 1;
  }
  isBusy = false;
  selected.clear();
  document.getElementById("selection")?.removeAttribute("aria-busy");
  show();
  const words = [counted("deleted_selected", deleted.length + kept)];
  if (kept > 0) words.push(text("deleted_selected_kept", { count: kept }));
  if (failed > 0) words.push(text("deleted_selected_not", { count: failed }));
  announce(words.join(" "), deleted.length > 0 ? () => bringBack(deleted) : undefined);
}

async function bringBack(ids) {
  let count = 0;
  for (const id of ids) if (await ask("POST", `/api/trash/${id}/restore`) === 200) count += 1;
  announce(counted("undone", count));
}

/** Starts the selection of this page. */
export function startSelection() {
  const results = document.getElementById("results");
  document.addEventListener("change", (event) => {
    if (!event.target.matches?.("#results input[name=item]")) return;
    if (event.target.checked) selected.add(event.target.value);
    else selected.delete(event.target.value);
    show();
  });
  document.addEventListener("click", (event) => {
    if (event.target.id === "select-all") selected = new Set(boxes().map((box) => box.value));
    else if (event.target.id === "select-none") selected.clear();
    else return;
    show();
  });
  document.addEventListener("submit", (event) => {
    if (event.target.id !== "selection") return;
    event.preventDefault();
    remove();
  });
  new MutationObserver(show).observe(results, { childList: true });
  show();
}
