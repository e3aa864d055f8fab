// The last text and its values stay in the browser, until another one is written.
import { find, say } from "../../shared/dom";
import { Later } from "../../shared/later";
import type { Design, Session } from "./session";

const KEY = "lagrangia-studio-draft", PATIENCE = 600;
const later = new Later(() => undefined);

export function keepDraft(session: Session): void {
  say(find("draft"), ""); // not yet
  later.in(PATIENCE, () => {
    try {
      localStorage.setItem(KEY, JSON.stringify(session.copy()));
      say(find("draft"), "kept in this browser");
    } catch {
      say(find("draft"), ""); // a browser may refuse: then nothing is kept
    }
  });
}

export function readDraft(): Design | null {
  try {
    const data = JSON.parse(localStorage.getItem(KEY) ?? "null") as Partial<Design> | null;
    if (!data || typeof data.text !== "string" || !data.text.trim()) return null;
    const values = Object.entries(data.values ?? {}).filter(([, value]) => typeof value === "string");
    return { name: String(data.name ?? "model.lgr"), text: data.text, values: Object.fromEntries(values), isFile: data.isFile === true };
  } catch {
    return null;
  }
}
