import { type Completion, CompletionContext, type CompletionResult } from '@codemirror/autocomplete';
import { EditorState } from '@codemirror/state';
import { EditorView } from '@codemirror/view';
import type { LanguageContext } from '@twinward/domain/language';
import { describe, expect, it } from 'vitest';
import { completionSource } from './assistance.ts';

const indicator: LanguageContext = {
  dialect: 'indicator',
  aliases: [{ name: 'Flow', type: 'data_point', description: 'Discharge flow' }],
  thresholds: [{ name: 'High' }, { name: 'Own' }],
  position: 1,
  patterns: ['Cavitation'],
};

/** The completions offered at the `|` of a text. */
function at(marked: string, explicit = false): CompletionResult | null {
  const place = marked.indexOf('|');
  const state = EditorState.create({ doc: marked.replace('|', '') });
  return completionSource(
    () => indicator,
    () => {},
  )(new CompletionContext(state, place, explicit)) as CompletionResult | null;
}
const labels = (marked: string) => at(marked)?.options.map(({ label }) => label);

describe('completion in the editor', () => {
  it('offers aliases, thresholds and patterns where they may be typed', () => {
    expect(labels('[F|')).toEqual(['[Flow]']);
    expect(labels('EXCURSIONCOUNT("|")')).toEqual(['"High"']);
    expect(labels('MATCHESPATTERN("C|")')).toEqual(['"Cavitation"']);
  });

  it('describes a tag that is completed', () => {
    const view = new EditorView({ state: EditorState.create({ doc: '[Le' }) });
    const taken: string[] = [];
    const source = completionSource(
      () => ({ ...indicator, tags: ['Level'] }),
      (name) => taken.push(name),
    );
    const found = source(new CompletionContext(view.state, 3, false)) as CompletionResult;
    const option = found.options.find(({ label }) => label === '[Level]')!;
    const apply = option.apply as (view: EditorView, option: Completion, from: number, to: number) => void;
    apply(view, option, found.from, 3);
    expect(view.state.doc.toString()).toBe('[Level]');
    expect(taken).toEqual(['Level']);
    view.destroy();
  });

  it('describes an alias', () => {
    expect(at('[F|')).toMatchObject({
      from: 0,
      to: 2,
      options: [{ type: 'variable', detail: 'data points', info: 'Discharge flow' }],
    });
  });

  it('opens without typing only on request', () => {
    expect(at('[Flow] > |')).toBeNull();
    expect(at('[Flow] > |', true)?.options.length).toBeGreaterThan(10);
  });

  it('offers nothing in a comment', () => {
    expect(at('// A|', true)).toBeNull();
  });
});
