import { nextDiagnostic, previousDiagnostic } from '@codemirror/lint';
import { type Command, EditorView, type KeyBinding } from '@codemirror/view';
import { format } from '@twinward/domain/language';
import { type Problem, toOffsets } from './problems.ts';

/** Formats the text, as one undo step. A text with a syntax error is not changed. */
export const formatText: Command = (view) => {
  if (view.state.readOnly) return false;
  const text = view.state.doc.toString();
  const formatted = format(text);
  if (formatted === text) return true;
  const { head } = view.state.selection.main;
  view.dispatch({
    changes: findDifference(text, formatted),
    selection: { anchor: mapPosition(text.slice(0, head), formatted) },
    scrollIntoView: true,
    userEvent: 'format',
  });
  return true;
};

/** The range in which two texts differ. */
export function findDifference(text: string, other: string): { from: number; to: number; insert: string } {
  const shorter = Math.min(text.length, other.length);
  let from = 0;
  while (from < shorter && text[from] === other[from]) from++;
  let tail = 0;
  while (tail < shorter - from && text.at(-1 - tail) === other.at(-1 - tail)) tail++;
  return { from, to: text.length - tail, insert: other.slice(from, other.length - tail) };
}

/**
 * Maps a position to the formatted text. Formatting changes only white space and semicolons, so the number of other
 * characters before the position stays the same.
 */
function mapPosition(before: string, formatted: string): number {
  let left = before.replace(/[\s;]/g, '').length;
  let place = 0;
  while (left > 0 && place < formatted.length) {
    if (!/[\s;]/.test(formatted[place]!)) left--;
    place++;
  }
  return place;
}

/** Selects the range of a problem and announces it. */
export function goToProblem(view: EditorView, problem: Problem): void {
  const { from, to } = toOffsets(problem, view.state.doc);
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
