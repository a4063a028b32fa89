import {
  acceptCompletion,
  autocompletion,
  type Completion,
  type CompletionSource,
  clearSnippet,
  completionStatus,
  hasNextSnippetField,
  nextSnippetField,
  pickedCompletion,
  prevSnippetField,
  selectedCompletion,
  snippetCompletion,
  snippetKeymap,
} from '@codemirror/autocomplete';
import { type EditorState, type Extension, StateEffect, StateField } from '@codemirror/state';
import {
  type Command,
  closeHoverTooltips,
  EditorView,
  hasHoverTooltips,
  hoverTooltip,
  keymap,
  showTooltip,
  type Tooltip,
} from '@codemirror/view';
import {
  complete,
  type Hover,
  hover,
  type LanguageContext,
  type Completion as Option,
} from '@twinward/domain/language';
import { findDifference } from './commands.ts';

/** The icon of a completion, by kind. */
const shapes: Record<Option['kind'], string> = {
  keyword: 'keyword',
  function: 'function',
  alias: 'variable',
  tag: 'variable',
  parameter: 'constant',
  threshold: 'property',
  pattern: 'enum',
  variable: 'constant',
  interval: 'text',
  unit: 'constant',
};

/** Completion while typing and on Ctrl+Space; documentation on hover or, with F1, at the cursor. */
export function assistance(context: () => LanguageContext, onTag: (name: string) => void): Extension {
  return [
    autocompletion({
      override: [completionSource(context, onTag)],
      icons: false,
      maxRenderedOptions: 60,
    }),
    snippetKeymap.of([
      { key: 'Tab', run: acceptAndSelectNext, shift: prevSnippetField },
      { key: 'Escape', run: clearSnippet },
    ]),
    // While no completion is open, Tab leaves the editor.
    keymap.of([{ key: 'Tab', run: acceptCompletion }]),
    hoverTooltip((view, offset) => docsAt(view.state, offset, context())),
    docsAtCursor,
    keymap.of([
      { key: 'F1', run: (view) => toggleDocs(view, context()), preventDefault: true },
      { key: 'Escape', run: hideDocs },
    ]),
  ];
}

/** @param onTag receives the name of a completed tag, to add it as an alias */
export const completionSource =
  (context: () => LanguageContext, onTag: (name: string) => void): CompletionSource =>
  ({ state, pos, explicit }) => {
    const found = complete(state.doc.toString(), pos, context());
    if (found === null || (!explicit && found.from === pos)) return null;
    return { from: found.from, to: found.to, options: found.options.map((option) => shown(option, onTag)) };
  };

function shown(
  { label, kind, snippet, detail, documentation }: Option,
  onTag: (name: string) => void,
): Completion {
  const option: Completion = {
    label,
    type: shapes[kind],
    ...(detail === undefined ? {} : { detail }),
    ...(documentation === undefined ? {} : { info: documentation }),
  };
  if (kind === 'tag') {
    return {
      ...option,
      apply: (view, completion, from, to) => {
        insert(view, completion, from, to);
        onTag(label.slice(1, -1));
      },
    };
  }
  return snippet === undefined ? { ...option, apply: insert } : snippetCompletion(snippet, option);
}

/** Tab in the arguments of a completed call: accepts the open completion, then selects the next argument. */
const acceptAndSelectNext: Command = (view) => {
  if (completionStatus(view.state) !== 'active') return nextSnippetField(view);
  const isCall = selectedCompletion(view.state)?.apply !== insert;
  if (!acceptCompletion(view)) return true;
  // A completed call has its own arguments, and the first one is selected now.
  return isCall || nextSnippetField(view) || true;
};

/**
 * Replaces a half-typed word. Changes only the characters that differ, so that the snippet field of the argument is
 * kept.
 */
function insert(view: EditorView, option: Completion, from: number, to: number): void {
  const typed = view.state.sliceDoc(from, to);
  const difference = findDifference(typed, option.label);
  const start = from + difference.from;
  const isArgument = hasNextSnippetField(view.state);
  view.dispatch({
    changes: { from: start, to: from + difference.to, insert: difference.insert },
    selection: { anchor: isArgument ? start + difference.insert.length : from + option.label.length },
    scrollIntoView: true,
    userEvent: 'input.complete',
    annotations: pickedCompletion.of(option),
  });
}

function docsAt(state: EditorState, offset: number, context: LanguageContext): Tooltip | null {
  const found = hover(state.doc.toString(), offset, context);
  return (
    found && { pos: found.from, end: found.to, above: true, create: () => ({ dom: docsElement(found) }) }
  );
}

function docsElement({ title, description, example }: Hover): HTMLElement {
  const element = document.createElement('div');
  element.className = 'cm-docs';
  const parts: [string, string | undefined][] = [
    ['cm-docs-code', title],
    ['', description],
    ['cm-docs-code', example && `Example: ${example}`],
  ];
  for (const [className, text] of parts) {
    if (!text) continue;
    const part = document.createElement('div');
    part.className = className;
    part.textContent = text;
    element.append(part);
  }
  return element;
}

const setDocs = StateEffect.define<Tooltip | null>();

/** The documentation opened with F1; closed when the cursor moves or the text changes. */
const docsAtCursor = StateField.define<Tooltip | null>({
  create: () => null,
  update(docs, transaction) {
    for (const effect of transaction.effects) if (effect.is(setDocs)) return effect.value;
    return transaction.docChanged || transaction.selection ? null : docs;
  },
  provide: (field) => showTooltip.from(field),
});

function toggleDocs(view: EditorView, context: LanguageContext): boolean {
  if (hideDocs(view)) return true;
  const { state } = view;
  const { head } = state.selection.main;
  const found = hover(state.doc.toString(), head, context) ?? hover(state.doc.toString(), head - 1, context);
  const docs = found && docsAt(state, found.from, context);
  const text = found ? [found.title, found.description].join('. ') : 'No help for this position.';
  view.dispatch({ effects: [setDocs.of(docs), EditorView.announce.of(text)] });
  return true;
}

function hideDocs(view: EditorView): boolean {
  const isShown = view.state.field(docsAtCursor) !== null;
  if (!isShown && !hasHoverTooltips(view.state)) return false;
  view.dispatch({ effects: [closeHoverTooltips, setDocs.of(null)] });
  return true;
}
