// The list: searches as one types, and follows links without leaving the page. Controllers on the server search, and
// stream what they find; the parts of it replace ours.
import { announce, text } from "./texts.js";
import { canAsk, on, state, tell } from "./live.js";

// A search that takes longer than this is worth a word.
const noticeable = 400;
const results = document.getElementById("results");
const form = document.getElementById("search-form");
let noticing, fresh;

/** Is there a list on this page? */
export const hasList = results !== null;

/** The address of the list that we want to see, without what just happened. */
export function currentAddress() {
  const address = new URL(location.href);
  address.searchParams.delete("notice");
  return address.pathname + address.search;
}

/** Shows the list at an address. `history` is "push", "replace" or "keep". */
export function show(url, history = "replace") {
  if (history === "push") window.history.pushState(null, "", url);
  if (history === "replace") window.history.replaceState(null, "", url);
  showSearch({ busy: true });
  // Where nobody answers that is said already, and the connection asks again when it is back.
  return tell({ command: "show", address: currentAddress() }).catch(() => showSearch({ busy: false }));
}

/** Shows the same list again, after something changed. */
export function refresh() {
  return show(currentAddress(), "keep");
}

/** Points out an item as soon as it is in the list. */
export function pointOut(id) {
  fresh = id;
  markFresh();
}

function markFresh() {
  const row = fresh && document.getElementById(`item-${fresh}`);
  if (!row) return;
  row.classList.add("fresh");
  fresh = undefined;
}

function takeOver(list) {
  const page = new DOMParser().parseFromString(list.html, "text/html");
  const part = (id) => page.getElementById(id);
  const focused = document.activeElement;
  for (const id of ["overview", "charts-content"]) replace(document.getElementById(id), part(id));
  if (!hasSameContent(results, part("results"))) results.replaceChildren(...part("results").childNodes);
  // It stays, as a screen reader listens to it.
  const count = document.getElementById("count");
  if (count.textContent !== part("count").textContent) count.textContent = part("count").textContent;
  replace(document.getElementById("shown-total"), part("shown-total"));
  // While a newer search is on its way, these hold what it is for.
  if (!state.search?.busy) {
    for (const id of ["category", "room", "clear", "kept", "warranties"]) replace(document.getElementById(id), part(id));
    takeRanges(part("ranges"));
    if (focused.id !== "query") document.getElementById("query").value = part("query").value;
    form.elements.currency.value = document.getElementById("currency").value;
  }
  markFresh();
  if (!focused.isConnected) (document.getElementById(focused.id) ?? results).focus({ preventScroll: true });
}

/** Shows the filters of a list, but for the one that is being typed. Who opened or closed them is not disturbed. */
function takeRanges(other) {
  for (const input of other.querySelectorAll("input")) {
    const ours = document.getElementById(input.id);
    if (ours !== document.activeElement && ours.value !== input.value) ours.value = input.value;
  }
  if (other.open) document.getElementById("ranges").open = true;
}

function hasSameContent(one, other) {
  return one.childNodes.length === other.childNodes.length
    && [...one.childNodes].every((node, index) => node.isEqualNode(other.childNodes[index]));
}

function replace(old, other) {
  if (!old.isEqualNode(other)) old.replaceWith(other);
  else if (old.value !== other.value) old.value = other.value;
}

function showSearch({ busy, message, retry }) {
  clearTimeout(noticing);
  const word = document.getElementById("search-state");
  if (busy) {
    results.setAttribute("aria-busy", "true");
    if (word.hidden) noticing = setTimeout(() => { word.hidden = false; }, noticeable);
  } else {
    results.removeAttribute("aria-busy");
    if (word.contains(document.activeElement)) document.getElementById("query").focus();
    word.hidden = true;
  }
  showProblem(busy ? undefined : message, retry);
}

function showProblem(message, retry) {
  const region = document.getElementById("problem");
  if ((message ?? "") === (region.querySelector("p")?.textContent ?? "")) return;
  if (!message) return region.replaceChildren();
  const paragraph = document.createElement("p");
  paragraph.textContent = message;
  region.replaceChildren(paragraph);
  if (!retry) return;
  const button = document.createElement("button");
  button.className = "button";
  button.type = "button";
  button.textContent = text("retry");
  button.addEventListener("click", () => {
    document.getElementById("query").focus();
    tell({ command: "retry-search" }).catch(() => {});
  });
  region.append(button);
}

function addressOf(form) {
  const values = new URLSearchParams(new FormData(form));
  for (const [name, value] of [...values]) if (value === "") values.delete(name);
  return `/?${values}`;
}

function listenToSearch() {
  const search = () => { if (canAsk()) show(addressOf(form)); };
  form.addEventListener("input", (event) => { if (!event.isComposing) search(); });
  form.addEventListener("compositionend", search);
  form.addEventListener("submit", (event) => {
    if (!canAsk()) return;
    event.preventDefault();
    search();
  });
  document.getElementById("cancel-search").addEventListener("click", () => {
    tell({ command: "cancel-search" }).catch(() => {});
  });
}

/** Starts the list of this page. */
export function startList() {
  listenToSearch();
  let scrollTo;
  on("search", showSearch);
  on("list", (list) => {
    takeOver(list);
    if (scrollTo === list.address) document.querySelector(".list").scrollIntoView();
    scrollTo = undefined;
  });
  document.addEventListener("change", (event) => {
    if (event.target.id === "currency" && canAsk()) show(addressOf(event.target.form));
  });
  document.addEventListener("click", (event) => {
    const link = event.target.closest?.("a[data-swap]");
    if (!link || !canAsk() || event.ctrlKey || event.metaKey || event.shiftKey) return;
    event.preventDefault();
    if (link.id === "clear") document.getElementById("query").focus();
    document.getElementById("query").value = new URL(link.href).searchParams.get("query") ?? "";
    if (link.dataset.swap === "top") scrollTo = link.getAttribute("href");
    show(link.getAttribute("href"), "push");
  });
  window.addEventListener("popstate", () => {
    document.activeElement.blur();
    document.getElementById("query").value = new URL(location.href).searchParams.get("query") ?? "";
    refresh();
  });
  const wide = matchMedia("(min-width: 64rem)");
  document.getElementById("charts").open = wide.matches;
  const said = document.getElementById("announce").textContent;
  if (said) announce(said);
}
