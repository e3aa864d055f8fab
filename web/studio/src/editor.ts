// The text of the model: an editor with the engine's findings at their places, and present values behind the declarations.
import { defaultKeymap, history, historyKeymap, indentWithTab } from "@codemirror/commands";
import { bracketMatching, indentUnit } from "@codemirror/language";
import { type Action, type Diagnostic, lintGutter, lintKeymap, setDiagnostics } from "@codemirror/lint";
import { EditorState, StateEffect, StateField } from "@codemirror/state";
import { Decoration, type DecorationSet, EditorView, highlightActiveLine, keymap, lineNumbers,
  tooltips, WidgetType } from "@codemirror/view";
import type { Finding } from "../../engine/engine.mjs";
import { numberDrag } from "./drag";
import { type Ask, language, type LanguageFinding, offsetOf } from "./language";

/** Something that the engine says about a place of the text. */
export interface Note {
  line: number;
  text: string;
}

class NoteWidget extends WidgetType {
  constructor(readonly text: string) {
    super();
  }
  override eq(other: NoteWidget): boolean {
    return other.text === this.text;
  }
  override toDOM(): HTMLElement {
    const made = document.createElement("span");
    made.className = "note";
    made.textContent = this.text;
    return made;
  }
  override updateDOM(made: HTMLElement): boolean {
    made.textContent = this.text;
    return true;
  }
}

const setNotes = StateEffect.define<Note[]>();

const notes = StateField.define<DecorationSet>({
  create: () => Decoration.none,
  update(old, transaction) {
    const given = transaction.effects.find((effect) => effect.is(setNotes));
    if (!given) return old.map(transaction.changes);
    const { doc } = transaction.state;
    const wanted = (given.value as Note[]).filter((note) => note.line >= 1 && note.line <= doc.lines).sort((a, b) => a.line - b.line);
    return Decoration.set(wanted.map((note) => Decoration.widget({ widget: new NoteWidget(note.text), side: 1 }).range(doc.line(note.line).to)));
  },
  provide: (field) => EditorView.decorations.from(field),
});

/** Columns count characters, positions count UTF-16 units. */
function position(view: EditorView, line: number, column: number): number {
  const { doc } = view.state;
  const at = doc.line(Math.min(Math.max(line, 1), doc.lines));
  return at.from + [...at.text].slice(0, Math.max(0, column - 1)).join("").length;
}

/** What the engine offers to mend a finding, as a button under its message. */
function fixesOf(view: EditorView, finding: Finding, offers: LanguageFinding[]): Action[] {
  const from = position(view, finding.line, finding.column);
  const offer = offers.find((one) => one.code === finding.code && one.fix && offsetOf(view.state.doc, one.range.start) === from);
  if (!offer?.fix) return [];
  const { title, edits } = offer.fix;
  const changes = (v: EditorView) => edits.map((edit) => ({ from: offsetOf(v.state.doc, edit.range.start), to: offsetOf(v.state.doc, edit.range.end), insert: edit.newText }));
  return [{ name: title, apply: (v: EditorView) => v.dispatch({ changes: changes(v) }) }];
}

function diagnosticOf(view: EditorView, finding: Finding, offers: LanguageFinding[]): Diagnostic {
  const from = position(view, finding.line, finding.column);
  const to = Math.max(from, position(view, finding.line, finding.column + Math.max(1, finding.length)));
  const more = [finding.note, finding.help].filter(Boolean).join("\n");
  return { from, to, severity: finding.severity, source: finding.code, message: more ? `${finding.text}\n${more}` : finding.text,
    actions: fixesOf(view, finding, offers) };
}

export class Editor {
  readonly view: EditorView;
  private isLoading = false;
  private findings: Finding[] = [];
  private isMarked = false;
  private isNoted = false;
  private offers: LanguageFinding[] = [];

  constructor(place: HTMLElement, changed: (text: string) => void, ask: Ask) {
    const heard = EditorView.updateListener.of((update) => {
      if (update.docChanged && !this.isLoading) changed(update.state.doc.toString());
    });
    this.view = new EditorView({
      parent: place,
      state: EditorState.create({
        extensions: [
          lineNumbers(), lintGutter(), history(), indentUnit.of("    "), bracketMatching(),
          tooltips({ parent: document.body }), highlightActiveLine(), notes, heard, language(ask, (offers) => this.offer(offers)),
          numberDrag(),
          EditorView.domEventHandlers({ focus: () => void this.helpTyping(ask) }),
          EditorView.contentAttributes.of({ "aria-label": "Text of the model", tabindex: "0", spellcheck: "false", autocapitalize: "off" }),
          keymap.of([...defaultKeymap, { key: "Mod-f", run: (view) => (void import("./search").then(({ startSearch }) => startSearch(view)), true) }, ...historyKeymap, ...lintKeymap, indentWithTab]),
        ],
      }),
    });
  }

  private isHelping = false;

  /** Completion and brackets in pairs, for those who type. */
  private async helpTyping(ask: Ask): Promise<void> {
    if (this.isHelping) return;
    this.isHelping = true;
    const { typing } = await import("./typing");
    this.view.dispatch({ effects: StateEffect.appendConfig.of(typing(ask)) });
  }

  /** Another text, without telling of a change. */
  load(text: string): void {
    if (this.view.state.doc.toString() === text) return;
    this.isLoading = true;
    this.view.dispatch({ changes: { from: 0, to: this.view.state.doc.length, insert: text } });
    this.isLoading = false;
  }

  find(findings: Finding[]): void {
    this.findings = findings.filter((finding) => finding.line > 0);
    this.mark();
  }

  private offer(offers: LanguageFinding[]): void {
    this.offers = offers;
    if (this.findings.length) this.mark();
  }

  private mark(): void {
    const here = this.findings.map((finding) => diagnosticOf(this.view, finding, this.offers));
    if (!here.length && !this.isMarked) return;
    this.isMarked = here.length > 0;
    this.view.dispatch(setDiagnostics(this.view.state, here));
  }

  note(list: Note[]): void {
    if (!list.length && !this.isNoted) return;
    this.isNoted = list.length > 0;
    this.view.dispatch({ effects: setNotes.of(list) });
  }

  replace(from: number, to: number, insert: string): void {
    this.view.dispatch({ changes: { from, to, insert }, userEvent: "input.drag" });
  }

  goTo(line: number, column: number): void {
    const at = position(this.view, line, column);
    this.view.dispatch({ selection: { anchor: at }, effects: EditorView.scrollIntoView(at, { y: "center" }) });
    this.view.focus();
  }
}
