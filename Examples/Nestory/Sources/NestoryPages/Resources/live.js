// The connection with our controllers on the server. What they show comes as a stream, all of it first and then what has
// changed; what we ask of them goes there one command at a time, in order.
import { clearUnreachable, showLoggedOut, showUnreachable, text } from "./texts.js";

const page = [...crypto.getRandomValues(new Uint8Array(16))].map((byte) => byte.toString(16).padStart(2, "0")).join("");
const shortestPause = 500, longestPause = 10_000, longestSilence = 45_000, patience = 10_000, leftAlone = 10_000;
const listeners = {};
let source, pause = shortestPause, reopening, watching, leaving, addressOf, isRefused = false, isLoggedOut = false;

/** What the controllers show, as it was heard last. */
export const state = {};

/** The addresses at which this page speaks with its controllers begin with this. */
export const ownPath = `/api/page/${page}`;

/** A command that the server understood and did not take. */
export class Refusal extends Error {}

/** Can the controllers be asked at all? Where the server has no room for them, forms work as they do without script. */
export function canAsk() {
  return !isRefused;
}

/** Calls a listener whenever a part of what is shown changes. `isWhole`: it is not only a change, we have just connected. */
export function on(part, listener) {
  (listeners[part] ??= []).push(listener);
}

/** Connects, now and whenever the connection was lost. `address` returns what the list shows; undefined without a list. */
export function startLive(address) {
  addressOf = address;
  open();
  // Offline, a stream may stay open and silent. Asking anew tells: a server on this machine still answers.
  for (const change of ["online", "offline"]) window.addEventListener(change, open);
  window.addEventListener("pagehide", close);
  window.addEventListener("pageshow", (event) => { if (event.persisted) open(); });
  document.addEventListener("visibilitychange", () => {
    clearTimeout(leaving);
    // Browsers allow six connections with one server, and a page that nobody sees shall not keep one.
    if (document.hidden) leaving = setTimeout(close, leftAlone);
    else if (!source) open();
  });
}

function open() {
  close();
  const address = addressOf();
  let isWhole = true;
  source = new EventSource(`${ownPath}/events${address === undefined ? "" : `?address=${encodeURIComponent(address)}`}`);
  source.addEventListener("state", (event) => {
    heard();
    const changes = JSON.parse(event.data);
    Object.assign(state, changes);
    for (const part of Object.keys(changes)) for (const listener of listeners[part] ?? []) listener(changes[part], isWhole);
    if (isWhole) document.dispatchEvent(new Event("connected"));
    isWhole = false;
  });
  source.addEventListener("pulse", heard);
  source.addEventListener("error", async () => {
    // A browser gives up by itself only where the server has answered, with something else than a stream.
    const hasAnswered = source.readyState === EventSource.CLOSED;
    close();
    const needsLogin = hasAnswered && await isUnauthorized();
    if (source) return;
    isLoggedOut = needsLogin;
    isRefused = hasAnswered && !needsLogin;
    // Then buttons do what script would have done. Without a session that would be in vain, and lose what was typed.
    document.documentElement.classList.toggle("enhanced", !isRefused);
    lost();
  });
}

/** Is the session over? A stream that was refused does not say why. */
async function isUnauthorized() {
  const answer = await fetch("/api/items?limit=0", { method: "HEAD" }).catch(() => undefined);
  return answer?.status === 401;
}

function close() {
  source?.close();
  source = undefined;
  clearTimeout(reopening);
  clearTimeout(watching);
}

function heard() {
  pause = shortestPause;
  isRefused = isLoggedOut = false;
  document.documentElement.classList.add("enhanced", "live");
  clearUnreachable();
  clearTimeout(watching);
  watching = setTimeout(lost, longestSilence);
}

function lost() {
  close();
  document.documentElement.classList.remove("live");
  if (isLoggedOut) showLoggedOut();
  else if (pause > shortestPause && !isRefused) showUnreachable(open);
  reopening = setTimeout(open, pause * (0.75 + Math.random() / 2));
  pause = Math.min(pause * 2, longestPause);
}

/** Connects again, as the server does not know us any more. */
function reconnected() {
  return new Promise((resolve, reject) => {
    const late = setTimeout(() => reject(new Error("unreachable")), patience);
    document.addEventListener("connected", () => { clearTimeout(late); resolve(); }, { once: true });
    if (!source || document.documentElement.classList.contains("live")) open();
  });
}

/** Sends something to our controllers; where they are gone, connects with new ones and sends it again. */
export async function deliver(send) {
  for (let attempt = 0; ; attempt += 1) {
    const { ok, answer } = await send();
    if (ok) return;
    if (answer?.code === "login_required") throw new Refusal(text("logged_out_form"));
    if (answer?.code !== "page_gone" || attempt > 0) throw new Refusal(answer?.message ?? "");
    await reconnected();
  }
}

async function post(command) {
  const response = await fetch(ownPath, {
    method: "POST",
    headers: { accept: "application/json", "content-type": "application/json" },
    body: JSON.stringify(command),
    signal: AbortSignal.timeout(patience),
  });
  return { ok: response.ok, answer: response.ok ? undefined : await response.json().catch(() => undefined) };
}

const waiting = [];
let isSending = false;

/** Asks the controllers for something. Settles when they have heard it; what comes of it is in the stream. */
export function tell(command) {
  return new Promise((resolve, reject) => {
    // Of searches only the newest counts: those that have not left yet stay here.
    const older = waiting.findIndex((entry) => entry.command.command === "show" && command.command === "show");
    if (older >= 0) waiting.splice(older, 1)[0].resolve();
    waiting.push({ command, resolve, reject });
    sendWaiting();
  });
}

async function sendWaiting() {
  if (isSending) return;
  isSending = true;
  while (waiting.length > 0) {
    const { command, resolve, reject } = waiting.shift();
    try {
      await deliver(() => post(command));
      resolve();
    } catch (error) {
      if (!(error instanceof Refusal)) showUnreachable(open);
      reject(error);
    }
  }
  isSending = false;
}
