import { nextDiagnostic, previousDiagnostic } from '@codemirror/lint';
import { type Command, EditorView, type KeyBinding } from '@codemirror/view';
import { format } from '@twinward/domain/language';
import { offsetsOf, type Problem } from './problems.ts';

/** Brings the text into its standard form, as one step to undo. A text with a syntax error stays as it is. */
export const formatText: Command = (view) => {
  if (view.state.readOnly) return false;
  const text = view.state.doc.toString();
  const formatted = format(text);
  if (formatted === text) return true;
  const { head } = view.state.selection.main;
  view.dispatch({
    changes: differenceOf(text, formatted),
    selection: { anchor: placeOf(text.slice(0, head), formatted) },
    scrollIntoView: true,
    userEvent: 'format',
  });
  return true;
};

/** The one stretch in which two texts differ. */
export function differenceOf(text: string, other: string): { from: number; to: number; insert: string } {
  const shorter = Math.min(text.length, other.length);
  let from = 0;
  while (from < shorter && text[from] === other[from]) from++;
  let tail = 0;
  while (tail < shorter - from && text.at(-1 - tail) === other.at(-1 - tail)) tail++;
  return { from, to: text.length - tail, insert: other.slice(from, other.length - tail) };
}

/** Formatting moves only white space and semicolons: the place behind as many other characters. */
function placeOf(before: string, formatted: string): number {
  let left = before.replace(/[\s;]/g, '').length;
  let place = 0;
  while (left > 0 && place < formatted.length) {
    if (!/[\s;]/.test(formatted[place]!)) left--;
    place++;
  }
  return place;
}

/** Selects what a problem is about, and says the problem. */
export function goToProblem(view: EditorView, problem: Problem): void {
  const { from, to } = offsetsOf(problem, view.state.doc);
  view.focus();
  view.dispatch({
    selection: { anchor: from, head: to },
    scrollIntoView: true,
    effects: EditorView.announce.of(problem.message),
  });
}

export const editingKeys: readonly KeyBinding[] = [
  { key: 'Shift-Alt-f', run: formatText, preventDefault: true },
  { key: 'F8', run: nextDiagnostic, shift: previousDiagnostic, preventDefault: true },
];
