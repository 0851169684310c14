// Every page works without this script. With it, the list follows what is typed, and forms open above the list.
import { currentAddress, hasList, startList } from "./list.js";
import { on, startLive } from "./live.js";
import { fetchPage, text } from "./texts.js";
import { startDialog } from "./dialog.js";
import { startEditor } from "./editor.js";
import { startImporter } from "./importer.js";
import { startSelection } from "./selection.js";

document.documentElement.classList.add("enhanced");
if (hasList) {
  startList();
  startSelection();
}
startDialog();
startEditor();
startImporter();
on("banner", ({ words, offersExport }) => {
  const banner = document.createElement("p");
  banner.className = "banner";
  banner.textContent = words;
  if (offersExport) {
    const link = document.createElement("a");
    Object.assign(link, { href: "/api/export.csv", download: "", textContent: text("banner_export") });
    banner.append(" ", link);
  }
  document.getElementById("banner").replaceChildren(...(words ? [banner] : []));
  showServices();
});

/** Shows how the services do now, on the page that is about that. */
async function showServices() {
  const shown = document.getElementById("services");
  if (!shown) return;
  try {
    const { page } = await fetchPage(location.href);
    const services = page.getElementById("services");
    if (services && !shown.isEqualNode(services)) shown.replaceChildren(...services.childNodes);
  } catch {
    // The connection says that nobody answers, and what comes after it calls here again.
  }
}

startLive(() => (hasList ? currentAddress() : undefined));
document.addEventListener("click", (event) => {
  for (const menu of document.querySelectorAll(".menu[open]")) {
    if (!menu.contains(event.target) || event.target.closest("a")) menu.open = false;
  }
});
document.addEventListener("keydown", (event) => {
  if (event.key !== "Escape") return;
  const menu = document.querySelector(".menu[open]");
  if (!menu) return;
  menu.open = false;
  menu.querySelector("summary").focus();
});
