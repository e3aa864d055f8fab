// The text of the model: an editor with the engine's findings at their places, and present values behind the declarations.
import { defaultKeymap, history, historyKeymap, indentWithTab } from "@codemirror/commands";
import { bracketMatching, indentUnit } from "@codemirror/language";
import { EditorState, StateEffect, StateField } from "@codemirror/state";
import { Decoration, type DecorationSet, EditorView, highlightActiveLine, keymap, lineNumbers,
  tooltips, WidgetType } from "@codemirror/view";
import type { Finding } from "../../engine/engine.mjs";
import type { Mild } from "./session";
import { type Known, mildOf } from "./mild";
import { numberDrag } from "./drag";
import { type Ask, language, type LanguageFinding, positionOf } from "./language";

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

/** Whether the browser's selection is where the editor takes it to be. */
function isSelectionKnown(view: EditorView): boolean {
  const { anchorNode, anchorOffset, focusNode, focusOffset } = document.getSelection() ?? {}, { ranges, main } = view.state.selection;
  if (ranges.length > 1 || !anchorNode || !focusNode || !view.contentDOM.contains(anchorNode) || !view.contentDOM.contains(focusNode)) return false;
  return view.posAtDOM(anchorNode, anchorOffset) === main.anchor && view.posAtDOM(focusNode, focusOffset) === main.head;
}

/** A letter goes straight into the text: a browser that writes it first, for the editor to read it back, has twice as much to do. What comes in
    by other ways is left to the browser. */
function takeLetter({ inputType, data, cancelable, isComposing }: InputEvent, view: EditorView): boolean {
  if (inputType !== "insertText" || !data || !cancelable || isComposing || view.composing || !isSelectionKnown(view)) return false;
  const { from, to } = view.state.selection.main;
  const insert = () => view.state.update(view.state.replaceSelection(data), { userEvent: "input.type", scrollIntoView: true });
  if (!view.state.facet(EditorView.inputHandler).some((take) => take(view, from, to, data, insert))) view.dispatch(insert());
  return true;
}

export class Editor {
  readonly view: EditorView;
  private isLoading = false;
  private findings: Finding[] = [];
  private isMarked = false;
  private marks: Promise<typeof import("./marks")> | null = null;
  private isNoted = false;
  private offers: LanguageFinding[] = [];

  /** Parameters by their names as they were run last. */
  parameters = new Map<string, Known>();

  constructor(place: HTMLElement, changed: (text: string, mild: Mild | null) => void, ask: Ask) {
    const heard = EditorView.updateListener.of(({ docChanged, changes, startState, state }) => {
      if (docChanged && !this.isLoading) changed(state.doc.toString(), mildOf(changes, startState, this.parameters));
    });
    this.view = new EditorView({
      parent: place,
      state: EditorState.create({
        extensions: [
          lineNumbers(), history(), indentUnit.of("    "), bracketMatching(),
          tooltips({ parent: document.body }), highlightActiveLine(), notes, heard, language(ask, (offers) => this.offer(offers)),
          numberDrag(),
          EditorView.domEventHandlers({ focus: () => void this.helpTyping(ask), beforeinput: takeLetter }),
          EditorView.contentAttributes.of({ "aria-label": "Text of the model", tabindex: "0", spellcheck: "false", autocapitalize: "off" }),
          keymap.of([...defaultKeymap, { key: "Mod-f", run: (view) => (void import("./search").then(({ startSearch }) => startSearch(view)), true) }, ...historyKeymap, indentWithTab]),
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
    await this.loadMarks();
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
    void this.mark();
  }

  private offer(offers: LanguageFinding[]): void {
    this.offers = offers;
    if (this.findings.length) void this.mark();
  }

  /** What marks findings is loaded when there are some, or when the text is gone into. */
  private async mark(): Promise<void> {
    if (!this.findings.length && !this.isMarked) return;
    this.isMarked = this.findings.length > 0;
    const { setMarks } = await this.loadMarks();
    this.view.dispatch(setMarks(this.view, this.findings, this.offers));
  }

  private loadMarks(): Promise<typeof import("./marks")> {
    return (this.marks ??= import("./marks").then((marks) => {
      this.view.dispatch({ effects: StateEffect.appendConfig.of(marks.marking()) });
      return marks;
    }));
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
    const at = positionOf(this.view.state.doc, line, column);
    this.view.dispatch({ selection: { anchor: at }, effects: EditorView.scrollIntoView(at, { y: "center" }) });
    this.view.focus();
  }
}
