// The list: searches as one types, and follows links without leaving the page. Each answer is the server's own page;
// its parts replace ours. A newer request aborts an older one, so a slow old answer never replaces a new one.
import { announce, clearUnreachable, fetchPage, showUnreachable } from "./texts.js";

const replaced = ["banner", "overview", "charts-content", "results"];
const typingPause = 200;
const results = document.getElementById("results");
const form = document.getElementById("search-form");
let newest;

/** Is there a list on this page? */
export const hasList = results !== null;

/** Shows the list at an address. `history` is "push", "replace" or "keep". */
export async function show(url, history = "replace") {
  newest?.abort();
  const current = newest = new AbortController();
  results.setAttribute("aria-busy", "true");
  try {
    const { page, response } = await fetchPage(url, current.signal);
    if (newest !== current) return;
    if (!response.ok || !page.getElementById("results")) throw new Error(`status ${response.status}`);
    takeOver(page);
    clearUnreachable();
    if (history === "push") window.history.pushState(null, "", url);
    if (history === "replace") window.history.replaceState(null, "", url);
  } catch {
    if (newest !== current) return;
    showUnreachable(() => show(url, history));
  } finally {
    if (newest === current) results.removeAttribute("aria-busy");
  }
}

/** Shows the same list again, after something changed. */
export function refresh() {
  return show(currentAddress(), "keep");
}

function takeOver(page) {
  const focused = document.activeElement;
  for (const id of replaced) {
    document.getElementById(id).replaceChildren(...page.getElementById(id).childNodes);
  }
  for (const id of ["category", "room"]) {
    const select = document.getElementById(id);
    select.replaceChildren(...page.getElementById(id).childNodes);
  }
  const query = page.getElementById("query").value;
  if (focused.id !== "query") document.getElementById("query").value = query;
  form.elements.currency.value = page.querySelector("#search-form [name=currency]").value;
  const clear = document.getElementById("clear");
  clear.hidden = page.getElementById("clear").hidden;
  clear.href = page.getElementById("clear").getAttribute("href");
  const count = document.getElementById("count");
  const text = page.getElementById("count").textContent;
  if (count.textContent !== text) count.textContent = text;
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
    newest?.abort();
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
