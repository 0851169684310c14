// Importing a CSV file: progress while it is sent and read, then a report, each bad line with the text of that line.
import { announce, counted, text } from "./texts.js";
import { newId } from "./ids.js";
import { undo } from "./editor.js";
import { canAsk, deliver, on, ownPath, Refusal, tell } from "./live.js";

const largest = 10 * 1024 * 1024;
const longestExcerpt = 160;
// What is being sent, which import our controllers run for us, and the file.
let sending, job, chosen, isRunning = false;

const part = (id) => document.getElementById(id);

function choose(file) {
  chosen = file;
  part("file-name").textContent = file ? file.name : text("import_drop");
  part("import-error").textContent = file && file.size > largest ? text("import_too_big") : "";
  preview();
}

const doesUpdate = () => part("import-update")?.checked === true;

/** Shows how the file is read, and what would be imported, before anything is. Where that fails, importing tells why. */
async function preview() {
  const file = chosen;
  part("import-preview").hidden = true;
  if (!file || file.size > largest) return;
  let answer;
  try {
    const path = `/api/import?dry_run=true&skip_invalid=true${doesUpdate() ? "&update=true" : ""}`;
    const headers = { "content-type": "text/csv", accept: "application/json" };
    answer = await (await fetch(path, { method: "POST", headers, body: file })).json();
  } catch {
    return;
  }
  if (file === chosen && part("import-preview") && answer.columns && !isRunning) showPreview(file, answer);
}

function howRead({ separator, encoding, decimal_comma: hasDecimalCommas }) {
  const parts = [];
  if (separator === ";") parts.push(text("import_preview_semicolons"));
  if (separator === "\t") parts.push(text("import_preview_tabs"));
  if (hasDecimalCommas) parts.push(text("import_preview_decimal"));
  if (encoding !== "utf-8") parts.push(text("import_preview_encoding"));
  return parts.length > 0 ? [text("import_preview_read", { parts: parts.join(text("amounts_separator")) })] : [];
}

function showPreview(file, answer) {
  const names = answer.columns.map((column) => text(`field_${column}`));
  const words = [
    ...howRead(answer.format), text("import_preview_columns", { columns: names.join(text("amounts_separator")) }),
  ];
  if (answer.updated > 0) words.push(text("import_preview_changed", { count: answer.updated }));
  if (answer.duplicates > 0) words.push(text("import_preview_known", { count: answer.duplicates }));
  if (answer.error_count > 0) words.push(text("import_preview_wrong", { count: answer.error_count }));
  words.push(text("import_preview_items", { name: file.name, count: answer.imported }));
  part("preview-words").textContent = words.join(" ");
  const table = part("import-preview").querySelector("table");
  const cell = (kind, content) => Object.assign(document.createElement(kind), { textContent: content ?? "" });
  table.tHead.rows[0].replaceChildren(...names.map((name) => Object.assign(cell("th", name), { scope: "col" })));
  table.tBodies[0].replaceChildren(...answer.preview.map((item) => {
    const row = document.createElement("tr");
    row.append(...answer.columns.map((column) => cell("td", item[column])));
    return row;
  }));
  part("import-preview").querySelector(".scroll").hidden = answer.preview.length === 0;
  part("import-preview").hidden = false;
}

function stage(name) {
  const form = part("importer");
  form.querySelector(".import-choose").hidden = name !== "choose";
  form.querySelector(".import-progress").hidden = name !== "progress";
  part("import-report").hidden = name !== "report";
  part("import-preview").hidden = true;
  form.querySelector(".choice").hidden = name !== "choose";
  part("import-start").hidden = name !== "choose";
  part("import-skip").hidden = true;
  part("import-retry").hidden = true;
  part("import-undo").hidden = true;
  part("import-close").textContent = text(name === "report" ? "close" : "cancel");
}

/** Sends the file. A plain fetch cannot tell how much of a body has been sent. */
function send(file, skipInvalid) {
  return new Promise((resolve, reject) => {
    const request = sending = new XMLHttpRequest();
    request.open("POST", `${ownPath}/import?job=${job}${skipInvalid ? "&skip_invalid=true" : ""}${doesUpdate() ? "&update=true" : ""}`);
    request.setRequestHeader("content-type", "text/csv");
    request.setRequestHeader("accept", "application/json");
    request.responseType = "json";
    request.upload.addEventListener("progress", (event) => {
      showProgress("import_sending", file, Math.floor((100 * event.loaded) / Math.max(event.total, 1)));
    });
    request.upload.addEventListener("load", () => showProgress("import_working", file));
    request.addEventListener("load", () => {
      resolve({ ok: request.status === 202, answer: request.response ?? {} });
    });
    request.addEventListener("error", () => reject(new Error("unreachable")));
    request.addEventListener("abort", () => reject(new DOMException("aborted", "AbortError")));
    request.send(file);
  });
}

function showProgress(key, file, percent) {
  const bar = part("import-bar");
  if (percent === undefined) bar?.removeAttribute("value");
  else bar?.setAttribute("value", percent);
  part("import-status")?.replaceChildren(text(key, { name: file.name, percent }));
}

function problemRow(problem, lines) {
  const row = document.createElement("tr");
  const line = document.createElement("td");
  line.className = "number";
  line.textContent = problem.line ?? "";
  const column = document.createElement("td");
  column.textContent = problem.column ?? "";
  const reason = document.createElement("td");
  reason.textContent = problem.message ?? "";
  const excerpt = (lines[problem.line - 1] ?? "").slice(0, longestExcerpt).trim();
  if (excerpt) {
    const code = document.createElement("code");
    code.textContent = excerpt;
    reason.append(code);
  }
  row.append(line, column, reason);
  return row;
}

async function report(file, answer, refused) {
  const problems = answer.errors ?? [];
  const count = answer.error_count ?? problems.length;
  const lines = problems.length > 0 ? (await file.text()).split(/\r\n|\n|\r/) : [];
  stage("report");
  const region = part("import-report");
  region.classList.toggle("bad", refused);
  part("import-result").textContent = refused
    ? text("import_refused")
    : answer.imported > 0 ? counted("import_done", answer.imported)
    : answer.updated > 0 ? counted("import_updated", answer.updated) : text("import_nothing_new");
  const details = [];
  if (answer.imported > 0 && answer.updated > 0) details.push(counted("import_updated", answer.updated));
  if (refused) details.push(counted("import_refused", count));
  if (answer.duplicates > 0) details.push(counted("import_known", answer.duplicates));
  if (answer.invalid > 0 && !refused) details.push(counted("import_invalid", answer.invalid));
  if (count > problems.length && problems.length > 0) details.push(text("import_first_of", { shown: problems.length, count }));
  part("import-detail").textContent = details.join(" ");
  region.querySelector(".scroll").hidden = problems.length === 0;
  region.querySelector("tbody").replaceChildren(...problems.map((problem) => problemRow(problem, lines)));
  part("import-skip").hidden = !(refused && answer.valid > 0);
  part("import-undo").hidden = !answer.import;
  part("import-undo").dataset.import = answer.import ?? "";
  region.focus();
}

async function start(skipInvalid) {
  const file = chosen;
  if (!file) {
    part("import-error").textContent = text("import_no_file");
    return part("file").focus();
  }
  if (file.size > largest || isRunning) return;
  part("import-error").textContent = "";
  job = newId();
  isRunning = true;
  stage("progress");
  try {
    await deliver(() => send(file, skipInvalid));
  } catch (error) {
    job = undefined;
    isRunning = false;
    if (error.name === "AbortError") return announce(text("import_cancelled"));
    if (part("importer")) fail(error instanceof Refusal && error.message ? error.message : text("unreachable_import"));
  } finally {
    sending = undefined;
  }
}

function fail(message, canRetry = false) {
  stage("choose");
  part("import-error").textContent = message;
  part("import-retry").hidden = !canRetry;
}

function hear(answer, isWhole) {
  if (!job || !part("importer")) return;
  if (answer.job !== job) {
    // We have new controllers, which know nothing of the import that the old ones had.
    if (isWhole && !sending) {
      job = undefined;
      isRunning = false;
      fail(text("unreachable_import"));
    }
    return;
  }
  isRunning = answer.percent !== null;
  if (isRunning) {
    stage("progress");
    showProgress("import_reading", chosen, answer.percent);
  } else {
    if (!answer.retry) job = undefined;
    if (answer.report) report(chosen, answer.report, answer.refused);
    else if (answer.message) fail(answer.message, answer.retry);
    else fail(text("import_cancelled"));
  }
}

/** Leaving the dialog stops an import. What our controllers know of one that is over is not needed any more. */
function leave() {
  if (sending) sending.abort();
  else if (isRunning) tell({ command: "cancel-import" }).then(() => announce(text("import_cancelled"))).catch(() => {});
  if (chosen) tell({ command: "dismiss-import" }).catch(() => {});
  job = chosen = undefined;
  isRunning = false;
}

function retry() {
  isRunning = true;
  stage("progress");
  tell({ command: "retry-import" }).catch(() => {
    isRunning = false;
    fail(text("unreachable_import"), true);
  });
}

function listenToDrops() {
  for (const kind of ["dragenter", "dragover", "dragleave", "drop"]) {
    document.addEventListener(kind, (event) => {
      const place = event.target.closest?.(".drop");
      if (!place) return;
      event.preventDefault();
      place.classList.toggle("over", kind === "dragenter" || kind === "dragover");
      if (kind === "drop") choose(event.dataTransfer.files[0]);
    });
  }
}

/** Starts the import of this page. */
export function startImporter() {
  listenToDrops();
  document.addEventListener("change", (event) => {
    if (event.target.id === "file") choose(event.target.files[0]);
    if (event.target.id === "import-update") preview();
  });
  document.addEventListener("submit", (event) => {
    if (event.target.id !== "importer") return;
    event.preventDefault();
    if (canAsk()) start(false);
    else fail(text("unreachable_import"));
  });
  document.addEventListener("click", (event) => {
    if (event.target.id === "import-skip") start(true);
    if (event.target.id === "import-retry") retry();
    if (event.target.id === "import-undo") {
      undo({ command: "undo-import", import: event.target.dataset.import });
      event.target.hidden = true;
    }
  });
  document.addEventListener("left", leave);
  on("import", hear);
}
