// Findings at their places in the text, with their messages and what mends them. Loaded when there are some.
import { type Action, type Diagnostic, lintGutter, lintKeymap, setDiagnostics } from "@codemirror/lint";
import type { Extension, TransactionSpec } from "@codemirror/state";
import { type EditorView, keymap } from "@codemirror/view";
import type { Finding } from "../../engine/engine.mjs";
import { type LanguageFinding, offsetOf, positionOf } from "./language";

/** What the engine offers to mend a finding, as a button under its message. */
function fixesOf(view: EditorView, finding: Finding, offers: LanguageFinding[]): Action[] {
  const from = positionOf(view.state.doc, finding.line, finding.column);
  const offer = offers.find((one) => one.code === finding.code && one.fix && offsetOf(view.state.doc, one.range.start) === from);
  if (!offer?.fix) return [];
  const { title, edits } = offer.fix;
  const changes = (v: EditorView) => edits.map((edit) => ({ from: offsetOf(v.state.doc, edit.range.start), to: offsetOf(v.state.doc, edit.range.end), insert: edit.newText }));
  return [{ name: title, apply: (v: EditorView) => v.dispatch({ changes: changes(v) }) }];
}

function diagnosticOf(view: EditorView, finding: Finding, offers: LanguageFinding[]): Diagnostic {
  const from = positionOf(view.state.doc, finding.line, finding.column);
  const to = Math.max(from, positionOf(view.state.doc, finding.line, finding.column + Math.max(1, finding.length)));
  const more = [finding.note, finding.help].filter(Boolean).join("\n");
  return { from, to, severity: finding.severity, source: finding.code, message: more ? `${finding.text}\n${more}` : finding.text,
    actions: fixesOf(view, finding, offers) };
}

export const marking = (): Extension => [lintGutter(), keymap.of(lintKeymap)];

export const setMarks = (view: EditorView, findings: Finding[], offers: LanguageFinding[]): TransactionSpec =>
  setDiagnostics(view.state, findings.map((finding) => diagnosticOf(view, finding, offers)));
