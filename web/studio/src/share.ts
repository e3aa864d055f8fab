// A link to what is seen: copied, and shown where copying is not allowed.
import { find, say } from "../../shared/dom";
import { writeLink } from "./link";
import type { Session } from "./session";
import type { Stage } from "./stage";

/** Where a link leads: this page, or where it came from if it is a file on this computer. */
const here = (): string => location.href.replace(/#.*$/, "");

export function startShare(session: Session, stage: () => Stage | null): void {
  const dialog = find<HTMLDialogElement>("share-dialog"), link = find<HTMLTextAreaElement>("share-link"), copy = find("share-copy");
  find("share").addEventListener("click", () => void show());
  async function show(): Promise<void> {
    const shown = stage();
    const hash = await writeLink({ ...session.copy(), time: shown && !shown.clock.playing ? shown.clock.cursor.time : NaN, view: shown?.view() ?? "" });
    link.value = here() + hash;
    history.replaceState(null, "", hash);
    dialog.showModal();
    link.select();
  }
  copy.addEventListener("click", () => {
    void navigator.clipboard.writeText(link.value).then(() => {
      say(copy, "Copied");
      setTimeout(() => say(copy, "Copy"), 1500);
    });
  });
}
