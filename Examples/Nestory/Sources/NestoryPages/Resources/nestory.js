// Every page works without this script. With it, the list follows what is typed, and forms open above the list.
import { hasList, startList } from "./list.js";
import { startDialog } from "./dialog.js";
import { startEditor } from "./editor.js";
import { startImporter } from "./importer.js";

document.documentElement.classList.add("enhanced");
if (hasList) startList();
startDialog();
startEditor();
startImporter();
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
