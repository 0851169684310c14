// Importing a CSV file: progress while it is sent and read, then a report, each bad line with the text of that line.
import { announce, counted, text } from "./texts.js";
import { hasList, refresh } from "./list.js";

const largest = 10 * 1024 * 1024;
const longestExcerpt = 160;
let running, chosen;

const part = (id) => document.getElementById(id);

function choose(file) {
  chosen = file;
  part("file-name").textContent = file ? file.name : text("import_drop");
  part("import-error").textContent = file && file.size > largest ? text("import_too_big") : "";
}

function stage(name) {
  const form = part("importer");
  form.querySelector(".import-choose").hidden = name !== "choose";
  form.querySelector(".import-progress").hidden = name !== "progress";
  part("import-report").hidden = name !== "report";
  part("import-start").hidden = name !== "choose";
  part("import-skip").hidden = true;
  part("import-close").textContent = text(name === "report" ? "close" : "cancel");
}

/** Sends the file. A plain fetch cannot tell how much of a body has been sent. */
function send(file, skipInvalid) {
  return new Promise((resolve, reject) => {
    const request = running = new XMLHttpRequest();
    request.open("POST", `/api/import${skipInvalid ? "?skip_invalid=true" : ""}`);
    request.setRequestHeader("content-type", "text/csv");
    request.setRequestHeader("accept", "application/json");
    request.responseType = "json";
    request.upload.addEventListener("progress", (event) => {
      const percent = Math.floor((100 * event.loaded) / Math.max(event.total, 1));
      part("import-bar")?.setAttribute("value", percent);
      part("import-status")?.replaceChildren(text("import_sending", { name: file.name, percent }));
    });
    request.upload.addEventListener("load", () => {
      part("import-bar")?.removeAttribute("value");
      part("import-status")?.replaceChildren(text("import_working", { name: file.name }));
    });
    request.addEventListener("load", () => resolve({ status: request.status, answer: request.response ?? {} }));
    request.addEventListener("error", () => reject(new Error("unreachable")));
    request.addEventListener("abort", () => reject(new DOMException("aborted", "AbortError")));
    request.send(file);
  });
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

async function report(file, status, answer) {
  const problems = answer.errors ?? [];
  const refused = status !== 200;
  const count = answer.error_count ?? problems.length;
  const lines = problems.length > 0 ? (await file.text()).split(/\r\n|\n|\r/) : [];
  stage("report");
  const region = part("import-report");
  region.classList.toggle("bad", refused);
  part("import-result").textContent = refused
    ? text("import_refused")
    : answer.imported > 0 ? counted("import_done", answer.imported) : text("import_nothing_new");
  const details = [];
  if (refused) details.push(problems.length > 0 ? counted("import_refused", count) : answer.message ?? text("failed_text"));
  if (answer.duplicates > 0) details.push(counted("import_known", answer.duplicates));
  if (answer.invalid > 0 && !refused) details.push(counted("import_invalid", answer.invalid));
  if (count > problems.length && problems.length > 0) details.push(text("import_first_of", { shown: problems.length, count }));
  part("import-detail").textContent = details.join(" ");
  region.querySelector(".scroll").hidden = problems.length === 0;
  region.querySelector("tbody").replaceChildren(...problems.map((problem) => problemRow(problem, lines)));
  part("import-skip").hidden = !(refused && problems.length > 0);
  region.focus();
}

async function start(skipInvalid) {
  const file = chosen;
  if (!file) {
    part("import-error").textContent = text("import_no_file");
    return part("file").focus();
  }
  if (file.size > largest || running) return;
  part("import-error").textContent = "";
  stage("progress");
  try {
    const { status, answer } = await send(file, skipInvalid);
    if (part("importer")) await report(file, status, answer);
    if (hasList && status === 200) await refresh();
  } catch (error) {
    if (error.name === "AbortError") return cancelled();
    stage("choose");
    part("import-error").textContent = text("unreachable_import");
  } finally {
    running = undefined;
  }
}

/** A cancelled import may have arrived all the same. */
async function cancelled() {
  announce(text("import_cancelled"));
  if (hasList) await refresh();
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
  });
  document.addEventListener("submit", (event) => {
    if (event.target.id !== "importer") return;
    event.preventDefault();
    start(false);
  });
  document.addEventListener("click", (event) => {
    if (event.target.id === "import-skip") start(true);
  });
  // Leaving the dialog stops an import that is still being sent.
  document.addEventListener("left", () => {
    running?.abort();
    chosen = undefined;
  });
}
