// Search in the text: loaded when it is first wanted.
import { highlightSelectionMatches, openSearchPanel, searchKeymap } from "@codemirror/search";
import { Prec, StateEffect } from "@codemirror/state";
import { type EditorView, keymap } from "@codemirror/view";

export function startSearch(view: EditorView): void {
  view.dispatch({ effects: StateEffect.appendConfig.of([highlightSelectionMatches(), Prec.high(keymap.of(searchKeymap))]) });
  openSearchPanel(view);
}
