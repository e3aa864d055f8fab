// What helps while typing: words and names completed by the engine, brackets in pairs. Loaded when the text is first gone into.
import { autocompletion, closeBrackets, closeBracketsKeymap, closeCompletion, type Completion, type CompletionContext, completionKeymap,
  type CompletionResult, selectedCompletion } from "@codemirror/autocomplete";
import { type Extension, Prec } from "@codemirror/state";
import { type EditorView, keymap } from "@codemirror/view";
import { type Ask, placeOf } from "./language";

const TYPES: Record<number, string> = { 2: "method", 3: "function", 5: "property", 6: "variable", 7: "class", 9: "namespace", 11: "unit", 14: "keyword", 21: "constant", 22: "type", 23: "event" };

function completions(ask: Ask) {
  return async (context: CompletionContext): Promise<CompletionResult | null> => {
    const word = context.matchBefore(/[\p{L}_][\p{L}\p{N}_']*/u);
    if (!word && !context.explicit) return null;
    const answers = await ask([{ what: "completion", ...placeOf(context.state.doc, context.pos) }]);
    if (!answers) return null;
    const items = answers[0] as { label: string; kind: number; detail?: string; documentation?: string }[];
    const options = items.map((item): Completion => ({ label: item.label, type: TYPES[item.kind] ?? "text", ...(item.detail ? { detail: item.detail } : {}),
      ...(item.documentation ? { info: item.documentation } : {}) }));
    return { from: word?.from ?? context.pos, options, validFor: /^[\p{L}_][\p{L}\p{N}_']*$/u };
  };
}

/** Enter after a word that is whole begins a line: there is nothing to complete. */
function endWord(view: EditorView): boolean {
  const { label } = selectedCompletion(view.state) ?? {}, { head } = view.state.selection.main;
  if (label && view.state.sliceDoc(Math.max(0, head - label.length), head) === label) closeCompletion(view);
  return false;
}

export function typing(ask: Ask): Extension {
  return [Prec.highest(keymap.of([{ key: "Enter", run: endWord }])), closeBrackets(), autocompletion({ icons: false, override: [completions(ask)] }), Prec.high(keymap.of([...closeBracketsKeymap, ...completionKeymap]))];
}
