// How dialogs close.

/** Every dialog closes by its button, by Escape and by a press beside it. */
export function closeButtons(): void {
  for (const dialog of document.querySelectorAll<HTMLDialogElement>("dialog")) {
    for (const press of dialog.querySelectorAll("[data-close]")) press.addEventListener("click", () => dialog.close());
    dialog.addEventListener("click", (event) => event.target === dialog && dialog.close());
  }
}
