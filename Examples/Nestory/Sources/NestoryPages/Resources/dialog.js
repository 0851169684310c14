// The dialog: shows the main part of one of our pages above the list. Without script the same link opens the page.
import { announce, clearUnreachable, fetchPage, showLoggedOut, showUnreachable, text } from "./texts.js";
import { stop } from "./editor.js";
import { hasList, refresh } from "./list.js";

const dialog = document.createElement("dialog");
dialog.setAttribute("aria-labelledby", "dialog-title");
let address, draft, newest;

/** Opens the page at an address in the dialog. */
export async function open(url) {
  const current = newest = Symbol(url);
  let content = draft?.address === url ? draft.content : undefined;
  try {
    if (!content) {
      const { page, response } = await fetchPage(url);
      if (newest !== current) return;
      content = page.getElementById("dialog-content");
      if (response.status === 404) return gone();
      if (new URL(response.url).pathname === "/login") return showLoggedOut();
      if (!content) throw new Error(`status ${response.status}`);
    }
  } catch {
    return showUnreachable(() => open(url));
  }
  clearUnreachable();
  address = url;
  draft = undefined;
  dialog.replaceChildren(content);
  if (!dialog.open) dialog.showModal();
  document.dispatchEvent(new Event("shown"));
  const first = content.querySelector("[autofocus], input:not([type=hidden]), textarea, button");
  first?.focus();
}

/** Says that an item is gone already, and shows the list without it. */
export async function gone() {
  close();
  announce(text("already_gone"));
  await refresh();
}

/** Closes the dialog; the browser gives the focus back to where it was. */
export function close() {
  if (!dialog.open) return;
  forget();
  dialog.close();
}

/** Is this element shown in the dialog, and not on a page of its own? */
export function isInDialog(element) {
  return dialog.contains(element);
}

/** Marks what is typed as saved or thrown away. */
export function forget() {
  for (const form of document.querySelectorAll("form[data-changed]")) delete form.dataset.changed;
}

function isChanged() {
  return document.querySelector("form[data-changed]") !== null;
}

function closeOrAsk() {
  const question = dialog.querySelector(".discard");
  if (!isChanged() || !question) return close();
  question.hidden = false;
  question.querySelector("[data-keep]").focus();
}

/** Starts the dialog of this page. */
export function startDialog() {
  document.body.append(dialog);
  document.addEventListener("click", (event) => {
    const link = event.target.closest?.("a[data-dialog], [data-close], [data-keep], [data-discard]");
    if (!link || event.ctrlKey || event.metaKey || event.shiftKey) return;
    if (link.matches("[data-dialog]") && hasList) {
      event.preventDefault();
      if (isInDialog(link) && isChanged()) closeOrAsk();
      else open(link.getAttribute("href"));
    } else if (isInDialog(link)) {
      event.preventDefault();
      if (link.matches("[data-close]") && !stop()) closeOrAsk();
      if (link.matches("[data-discard]")) close();
      if (link.matches("[data-keep]")) {
        link.closest(".discard").hidden = true;
        dialog.querySelector("input:not([type=hidden])").focus();
      }
    }
  });
  dialog.addEventListener("cancel", (event) => {
    if (event.target !== dialog) return;
    if (stop()) event.preventDefault();
    else if (isChanged()) {
      event.preventDefault();
      closeOrAsk();
    }
  });
  // A browser may close the dialog without asking; then the form is kept, and shown when the same one is opened again.
  dialog.addEventListener("close", () => {
    draft = isChanged() ? { address, content: dialog.firstElementChild } : undefined;
    dialog.dispatchEvent(new CustomEvent("left", { bubbles: true }));
    dialog.replaceChildren();
  });
  window.addEventListener("beforeunload", (event) => {
    if (isChanged()) event.preventDefault();
  });
}
