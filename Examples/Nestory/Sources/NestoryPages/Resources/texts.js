// The texts for people, sent with the page: one list for the server and for the script.
const texts = JSON.parse(document.getElementById("texts").textContent);

/** Returns the text of a key, with each {name} replaced. */
export function text(key, values = {}) {
  return (texts[key] ?? key).replace(/\{(\w+)\}/g, (placeholder, name) => String(values[name] ?? placeholder));
}

/** Returns the text for a count: the key with _one or _other. */
export function counted(key, count, values = {}) {
  const count_text = count.toLocaleString(texts.language);
  return text(`${key}_${count === 1 ? "one" : "other"}`, { count: count_text, ...values });
}

let fading;

/** Says what happened, on the screen and to a screen reader; with `undo`, it can be taken back. */
export function announce(message, undo) {
  const region = document.getElementById("announce");
  region.textContent = message;
  if (undo) {
    const button = document.createElement("button");
    Object.assign(button, { className: "button", type: "button", textContent: text("undo") });
    button.addEventListener("click", () => { region.textContent = ""; undo(); });
    region.append(" ", button);
  }
  clearTimeout(fading);
  fading = setTimeout(() => { region.textContent = ""; }, undo ? 15000 : 6000);
}

/** Says that the server does not answer, with a way to try again. */
export function showUnreachable(retry) {
  const region = document.getElementById("connection");
  const message = document.createElement("span");
  message.textContent = text("unreachable");
  const button = document.createElement("button");
  button.className = "button";
  button.type = "button";
  button.textContent = text("retry");
  button.addEventListener("click", retry);
  region.replaceChildren(message, button);
}

/** Says that the session is over, with a way to log in that leaves this page, and what was typed in it, as it is. */
export function showLoggedOut() {
  const region = document.getElementById("connection");
  if (region.querySelector("a")) return;
  const message = document.createElement("span");
  message.textContent = text("logged_out");
  const link = document.createElement("a");
  Object.assign(link, { className: "button", href: "/login", target: "_blank", rel: "noopener", textContent: text("login_start") });
  region.replaceChildren(message, link);
}

/** Takes back what showUnreachable or showLoggedOut said. */
export function clearUnreachable() {
  document.getElementById("connection").replaceChildren();
}

/** Fetches one of our pages and returns it as a document. */
export async function fetchPage(url, signal) {
  const response = await fetch(url, { signal, headers: { accept: "text/html" } });
  const page = new DOMParser().parseFromString(await response.text(), "text/html");
  return { page, response };
}
