import {
  autocompletion,
  type Completion,
  type CompletionSource,
  snippetCompletion,
} from '@codemirror/autocomplete';
import { type EditorState, type Extension, StateEffect, StateField } from '@codemirror/state';
import {
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

/** The shape that the editor draws beside an option, by kind. */
const shapes: Record<Option['kind'], string> = {
  keyword: 'keyword',
  function: 'function',
  alias: 'variable',
  threshold: 'property',
  pattern: 'enum',
  variable: 'constant',
  interval: 'text',
};

/** Completion while a word is typed and on Ctrl+Space, and docs under the pointer or, on F1, at the cursor. */
export function assistance(context: () => LanguageContext): Extension {
  return [
    autocompletion({ override: [completionSource(context)], icons: false, maxRenderedOptions: 60 }),
    hoverTooltip((view, offset) => docsAt(view.state, offset, context())),
    docsAtCursor,
    keymap.of([
      { key: 'F1', run: (view) => toggleDocs(view, context()), preventDefault: true },
      { key: 'Escape', run: hideDocs },
    ]),
  ];
}

export const completionSource =
  (context: () => LanguageContext): CompletionSource =>
  ({ state, pos, explicit }) => {
    const found = complete(state.doc.toString(), pos, context());
    if (found === null || (!explicit && found.from === pos)) return null;
    return { from: found.from, to: found.to, options: found.options.map(shown) };
  };

function shown({ label, kind, snippet, detail, documentation }: Option): Completion {
  const option: Completion = {
    label,
    type: shapes[kind],
    ...(detail === undefined ? {} : { detail }),
    ...(documentation === undefined ? {} : { info: documentation }),
  };
  return snippet === undefined ? option : snippetCompletion(snippet, option);
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

/** The docs that F1 asked for; gone as soon as the cursor moves or the text changes. */
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
  const text = found ? [found.title, found.description].join('. ') : 'Nothing is known of this place.';
  view.dispatch({ effects: [setDocs.of(docs), EditorView.announce.of(text)] });
  return true;
}

function hideDocs(view: EditorView): boolean {
  const isShown = view.state.field(docsAtCursor) !== null;
  if (!isShown && !hasHoverTooltips(view.state)) return false;
  view.dispatch({ effects: [closeHoverTooltips, setDocs.of(null)] });
  return true;
}
