// Which changes of the text leave the machine as it is: spaces, comments, labels, and another number behind a parameter's name. It only says what may be
// shown at once; the whole text is read again by the engine soon after.
import type { ChangeSet, EditorState, Text } from "@codemirror/state";
import { tokenAt } from "./language";
import type { Mild } from "./session";

/** A parameter as it was run: where it is declared, and its value in the unit of its declaration. */
export interface Known {
  line: number;
  value: number;
  unit: string;
}

interface Edit {
  from: number;
  to: number;
  inserted: string;
}

const NUMBERS = /\d+(?:\.\d*)?(?:[eE][-+]?\d+)?/g, NUMBER = /^\d+(?:\.\d*)?(?:[eE][-+]?\d+)?$/;
/** Before a number: the name that it is given to, and its sign. After it: a unit at most. */
const [HEAD, REST] = [/([\p{L}_][\p{L}\p{N}_]*)\s*=\s*(-?)$/u, /^\s*(?:[^\W\d][^\s,"#]*\s*)?(?:$|[,"#]|in\s*\[)/u];

/** The one place that was changed, within a line. */
function editOf(changes: ChangeSet, before: Text): Edit | null {
  const edits: Edit[] = [];
  changes.iterChanges((from, to, _a, _b, inserted) => edits.push({ from, to, inserted: inserted.toString() }));
  const [edit] = edits;
  return edits.length === 1 && edit && !(edit.inserted + before.sliceString(edit.from, edit.to)).includes("\n") ? edit : null;
}

/** Spaces beside other spaces or at the end of a line. */
function isBlank({ from, to, inserted }: Edit, before: Text): boolean {
  const isSpace = (text: string): boolean => /^[ \t]*$/.test(text), line = before.lineAt(from);
  const left = before.sliceString(Math.max(line.from, from - 1), from), right = before.sliceString(to, Math.min(line.to, to + 1));
  return isSpace(before.sliceString(from, to) + inserted) && (isSpace(left) || isSpace(right));
}

/** The number that is changed, if it is all that a parameter is given. */
function dialOf({ from, to, inserted }: Edit, before: Text, parameters: Map<string, Known>): Mild["dial"] {
  const line = before.lineAt(from), [start, end] = [from - line.from, to - line.from];
  const found = [...line.text.matchAll(NUMBERS)].find((match) => match.index <= start && end <= match.index + match[0].length);
  if (!found) return null;
  const [old] = found, at = found.index, number = old.slice(0, start - at) + inserted + old.slice(end - at);
  const [, name = "", sign = ""] = HEAD.exec(line.text.slice(0, at)) ?? [], known = parameters.get(name);
  if (known?.line !== line.number || !NUMBER.test(number) || !REST.test(line.text.slice(at + old.length))) return null;
  const value = Number(sign + old);
  return Math.abs(value - known.value) <= 1e-9 * Math.abs(value) ? { name, value: `${sign}${number} ${known.unit}`.trim() } : null;
}

/** Whether a label stays one; what may name a file is none. */
const isLabel = (edit: Edit, label: string): boolean => !/["\n]/.test(edit.inserted) && /^"[^"]*"$/.test(label) && !/\.\w*"$/.test(label);

/** What a change is, if it leaves the machine as it is. */
export function mildOf(changes: ChangeSet, state: EditorState, parameters: Map<string, Known>): Mild | null {
  const { doc } = state, edit = editOf(changes, doc);
  if (!edit) return null;
  const token = tokenAt(state, edit.from, edit.to), isWithin = token !== null && token.from < edit.from, before = doc.toString();
  if (token?.kind === "comment" && isWithin) return { before, dial: null };
  if (token?.kind === "string" && isWithin && edit.to < token.to && isLabel(edit, before.slice(token.from, token.to))) return { before, dial: null, isLabel: true };
  if (!(isWithin && edit.to < token.to) && isBlank(edit, doc)) return { before, dial: null };
  const dial = token === null || token.kind === "number" ? dialOf(edit, doc, parameters) : null;
  return dial && { before, dial };
}
