// The line under the head that says what cannot be done.
import { find, say } from "../../shared/dom";

export function notice(words: string): void {
  find("notice").hidden = words === "";
  say(find("notice"), words);
}
