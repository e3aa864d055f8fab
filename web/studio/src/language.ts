// What the editor knows of the language: colours, hover, folds and format, all asked of the engine.
import { codeFolding, foldGutter, foldKeymap, foldService } from "@codemirror/language";
import { type EditorState, type Extension, RangeSetBuilder, StateEffect, StateField, type Text } from "@codemirror/state";
import { Decoration, type DecorationSet, EditorView, hoverTooltip, keymap, ViewPlugin, type ViewUpdate } from "@codemirror/view";
import { el } from "../../shared/dom";
import { Later } from "../../shared/later";

export interface Question {
  what: string;
  line?: number;
  character?: number;
  argument?: string;
}
interface Place {
  line: number;
  character: number;
}
interface Range {
  start: Place;
  end: Place;
}
export interface LanguageFinding {
  code: string;
  range: Range;
  fix: { title: string; edits: { range: Range; newText: string }[] } | null;
}
/** Answers in the order of the questions; null if the text has changed meanwhile. */
export type Ask = (questions: Question[]) => Promise<unknown[] | null>;

/** Milliseconds until the text is looked at again; the second where its words stay what they are. */
const [PATIENCE, CALM] = [40, 250];

export function offsetOf(doc: Text, place: Place): number {
  const line = doc.line(Math.min(doc.lines, Math.max(1, place.line + 1)));
  return Math.min(line.to, line.from + place.character);
}

export function placeOf(doc: Text, offset: number): { line: number; character: number } {
  const line = doc.lineAt(offset);
  return { line: line.number - 1, character: offset - line.from };
}

/** Columns count characters, positions count UTF-16 units; both columns and lines count from one. */
export function positionOf(doc: Text, line: number, column: number): number {
  const at = doc.line(Math.min(Math.max(line, 1), doc.lines));
  return at.from + [...at.text].slice(0, Math.max(0, column - 1)).join("").length;
}

interface Known {
  colours: DecorationSet;
  folds: { startLine: number; endLine: number }[];
}
const setKnown = StateEffect.define<Known>();

const known = StateField.define<Known>({
  create: () => ({ colours: Decoration.none, folds: [] }),
  update(old, transaction) {
    const given = transaction.effects.find((effect) => effect.is(setKnown));
    if (given) return given.value as Known;
    return transaction.docChanged ? { ...old, colours: old.colours.map(transaction.changes) } : old;
  },
});

export interface Token {
  from: number;
  to: number;
  kind: string;
}

/** The coloured piece of text that holds a stretch, edges included. */
export function tokenAt(state: EditorState, from: number, to: number): Token | null {
  let found: Token | null = null;
  state.field(known).colours.between(from, to, (a, b, { spec }) => {
    if (a <= from && b >= to) found = { from: a, to: b, kind: (spec as { class: string }).class.slice("is-".length) };
  });
  return found;
}

/** Within these, whatever is not listed beside them changes nothing of the words around. */
const INNER: Record<string, RegExp> = { number: /^[\d.]*$/, string: /^[^"\n]*$/, comment: /^[^\n]*$/ };

/** Whether colours and folds can stay as they are: what was changed is blank, or within a number, a label or a comment. */
function isCalm({ changes, startState }: ViewUpdate): boolean {
  let is = true;
  changes.iterChanges((from, to, _a, _b, inserted) => {
    const text = inserted.toString() + startState.sliceDoc(from, to), token = tokenAt(startState, from, to);
    const isWithin = token !== null && token.from < from && (to < token.to || token.kind !== "string");
    is &&= isWithin ? (INNER[token.kind]?.test(text) ?? false) : token === null && /^[ \t]*$/.test(text);
  });
  return is;
}

/** RangeSet.eq takes sets for equal that differ in the middle. */
function sameColours(a: DecorationSet, b: DecorationSet): boolean {
  const [one, other] = [a.iter(), b.iter()];
  for (; one.value && other.value; one.next(), other.next()) {
    if (one.from !== other.from || one.to !== other.to || one.value.spec.class !== other.value.spec.class) return false;
  }
  return one.value === other.value; // both are null
}

/** Whether there is nothing new in it: then the editor is not drawn again. */
const isKnown = (old: Known, next: Known): boolean => sameColours(old.colours, next.colours) && JSON.stringify(old.folds) === JSON.stringify(next.folds);

/** Five numbers for each token, the places relative to the token before. */
function coloursOf(doc: Text, data: number[], classes: string[]): DecorationSet {
  const made = new RangeSetBuilder<Decoration>();
  let line = 0, character = 0, last = 0;
  for (let i = 0; i + 4 < data.length; i += 5) {
    const [down, along, length, kind] = data.slice(i, i + 4) as [number, number, number, number];
    line += down;
    character = down ? along : character + along;
    const from = offsetOf(doc, { line, character }), to = Math.min(doc.length, from + length);
    const name = classes[kind] ?? "plain";
    if (from >= last && to > from) made.add(from, to, Decoration.mark({ class: `is-${name}`, inclusiveEnd: name === "number" })); // the next digit is one of it
    last = Math.max(last, to);
  }
  return made.finish();
}

function colouring(ask: Ask, found: (findings: LanguageFinding[]) => void): Extension {
  return ViewPlugin.fromClass(class {
    private readonly later = new Later(() => void this.look());
    private classes: string[] = [];
    constructor(private readonly view: EditorView) {
      this.later.in(PATIENCE);
    }
    update(update: ViewUpdate): void {
      if (update.docChanged) this.later.in(isCalm(update) ? CALM : PATIENCE);
    }
    destroy(): void {
      this.later.cancel();
    }
    private async look(): Promise<void> {
      const { doc } = this.view.state;
      const answers = await ask([{ what: "tokens" }, { what: "folds" }, { what: "findings" }, ...(this.classes.length ? [] : [{ what: "legend" }])]);
      if (!answers || this.view.state.doc !== doc) return;
      const [tokens, folds, findings, legend] = answers as [{ data: number[] }, Known["folds"], LanguageFinding[], { tokenTypes: string[] } | undefined];
      if (legend) this.classes = legend.tokenTypes;
      found(findings);
      const next = { colours: coloursOf(doc, tokens.data, this.classes), folds };
      if (!isKnown(this.view.state.field(known), next)) this.view.dispatch({ effects: setKnown.of(next) });
    }
  });
}

function folding(): Extension {
  return [codeFolding(), foldGutter(), foldService.of((state: EditorState, from: number) => {
    const number = state.doc.lineAt(from).number - 1;
    const fold = state.field(known).folds.find((one) => one.startLine === number && one.endLine < state.doc.lines);
    return fold ? { from: state.doc.line(fold.startLine + 1).to, to: state.doc.line(fold.endLine + 1).to } : null;
  }), keymap.of(foldKeymap)];
}

const explained = (words: string): HTMLElement => {
  const plain = words.replace(/```\w*\n?/g, "").replace(/\*\*|`/g, "").trim();
  return el("div", { class: "told" }, plain);
};

function hovering(ask: Ask): Extension {
  return hoverTooltip(async (view, pos) => {
    const answers = await ask([{ what: "hover", ...placeOf(view.state.doc, pos) }]);
    const found = answers?.[0] as { contents: { value: string }; range: Range } | null;
    if (!found) return null;
    return { pos: offsetOf(view.state.doc, found.range.start), end: offsetOf(view.state.doc, found.range.end), above: true,
      create: () => ({ dom: explained(found.contents.value) }) };
  });
}

/** The text with its spaces in order. */
async function format(ask: Ask, view: EditorView): Promise<void> {
  const { doc } = view.state, answers = await ask([{ what: "format" }]);
  const done = answers?.[0] as { text: string } | null;
  if (!done || view.state.doc !== doc || done.text === doc.toString()) return;
  const at = Math.min(view.state.selection.main.head, done.text.length);
  view.dispatch({ changes: { from: 0, to: doc.length, insert: done.text }, selection: { anchor: at } });
}

export function language(ask: Ask, found: (findings: LanguageFinding[]) => void): Extension {
  return [known, colouring(ask, found), EditorView.decorations.compute([known], (state) => state.field(known).colours), folding(), hovering(ask),
    keymap.of([{ key: "Shift-Alt-f", run: (view) => (void format(ask, view), true) }])];
}
