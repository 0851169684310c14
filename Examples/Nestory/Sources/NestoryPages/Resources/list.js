// The list: searches as one types, and follows links without leaving the page. Each answer is the server's own page;
// its parts replace ours. A newer request aborts an older one, so a slow old answer never replaces a new one.
import { announce, clearUnreachable, fetchPage, showUnreachable } from "./texts.js";

const typingPause = 200;
const results = document.getElementById("results");
const form = document.getElementById("search-form");
let newest;

/** Is there a list on this page? */
export const hasList = results !== null;

/** Shows the list at an address. `history` is "push", "replace" or "keep". */
export async function show(url, history = "replace") {
  stop();
  const current = newest = new AbortController();
  results.setAttribute("aria-busy", "true");
  const page = await fetchList(url, current.signal);
  if (newest !== current) return;
  results.removeAttribute("aria-busy");
  if (!page) return showUnreachable(() => show(url, history));
  takeOver(page);
  clearUnreachable();
  if (history === "push") window.history.pushState(null, "", url);
  if (history === "replace") window.history.replaceState(null, "", url);
}

/** Gives up what is being fetched; its answer is not wanted any more. */
function stop() {
  newest?.abort();
  newest = undefined;
}

/** Returns the page of a list; nothing where the server does not answer with one. */
async function fetchList(url, signal) {
  try {
    const { page, response } = await fetchPage(url, signal);
    return response.ok && page.getElementById("results") ? page : undefined;
  } catch {
    return undefined;
  }
}

/** Shows the same list again, after something changed. */
export function refresh() {
  return show(currentAddress(), "keep");
}

function takeOver(page) {
  const focused = document.activeElement;
  for (const id of ["overview", "charts-content", "category", "room", "clear"]) {
    document.getElementById(id).replaceWith(page.getElementById(id));
  }
  // These stay, as a screen reader listens to them, or the focus may rest on them.
  for (const id of ["banner", "results"]) {
    document.getElementById(id).replaceChildren(...page.getElementById(id).childNodes);
  }
  const count = page.getElementById("count").textContent;
  if (document.getElementById("count").textContent !== count) document.getElementById("count").textContent = count;
  if (focused.id !== "query") document.getElementById("query").value = page.getElementById("query").value;
  form.elements.currency.value = document.getElementById("currency").value;
  if (!focused.isConnected) (document.getElementById(focused.id) ?? results).focus({ preventScroll: true });
}

function currentAddress() {
  const address = new URL(location.href);
  address.searchParams.delete("notice");
  return address.pathname + address.search;
}

function addressOf(form) {
  const values = new URLSearchParams(new FormData(form));
  for (const [name, value] of [...values]) if (value === "") values.delete(name);
  return `/?${values}`;
}

function listenToSearch() {
  let pause;
  const search = () => { clearTimeout(pause); show(addressOf(form)); };
  form.addEventListener("input", (event) => {
    clearTimeout(pause);
    stop();
    if (event.isComposing) return;
    if (event.target.id === "query") pause = setTimeout(search, typingPause);
    else search();
  });
  form.addEventListener("compositionend", search);
  form.addEventListener("submit", (event) => { event.preventDefault(); search(); });
}

/** Starts the list of this page. */
export function startList() {
  listenToSearch();
  document.addEventListener("change", (event) => {
    if (event.target.id === "currency") show(addressOf(event.target.form));
  });
  document.addEventListener("click", (event) => {
    const link = event.target.closest?.("a[data-swap]");
    if (!link || event.ctrlKey || event.metaKey || event.shiftKey) return;
    event.preventDefault();
    if (link.id === "clear") document.getElementById("query").focus();
    document.getElementById("query").value = new URL(link.href).searchParams.get("query") ?? "";
    show(link.getAttribute("href"), "push").then(() => {
      if (link.dataset.swap === "top") document.querySelector(".list").scrollIntoView();
    });
  });
  window.addEventListener("popstate", () => {
    document.activeElement.blur();
    show(location.href, "keep");
  });
  const wide = matchMedia("(min-width: 64rem)");
  document.getElementById("charts").open = wide.matches;
  const said = document.getElementById("announce").textContent;
  if (said) announce(said);
}
