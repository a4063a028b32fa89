import type { SearchResult } from '@twinward/contracts/core/search';
import { describe, expect, it } from 'vitest';
import { markWords } from './mark.ts';
import { resultPath } from './result-path.ts';

describe('markWords', () => {
  const show = (text: string, words: string[]) =>
    markWords(text, words)
      .map((stretch) => (stretch.marked ? `[${stretch.text}]` : stretch.text))
      .join('');

  it.each([
    ['Pump P-101', ['p'], '[P]um[p] [P]-101'],
    ['Pump P-101', ['pump', '101'], '[Pump] P-[101]'],
    ['Bearing', ['ring', 'bear'], '[Bearing]'],
    ['Bearing', ['earin', 'rings'], 'B[earin]g'],
    ['aaa', ['aa'], '[aaa]'],
    ['Valve', ['pump'], 'Valve'],
    ['', ['x'], ''],
    ['İstanbul pump', ['pump'], 'İstanbul pump'],
  ])('%s, %j: %s', (text, words, marked) => expect(show(text, words)).toBe(marked));
});

describe('resultPath', () => {
  const result = (part: Partial<SearchResult>): SearchResult => ({
    type: 0,
    id: 5,
    name: '',
    detail: '',
    assetId: null,
    twinId: null,
    ...part,
  });

  it.each([
    ['a twin leads to its page', result({ type: 0 }), '/apps/twins/5'],
    ['a tag to where it is explored', result({ type: 2, twinId: 3 }), '/apps/twins/3/tags/5/explore'],
    [
      'a tag of an asset without a twin to the asset’s tags',
      result({ type: 2, assetId: 4 }),
      '/apps/assets/4/tags/5',
    ],
    ['a tag of no asset nowhere', result({ type: 2 }), null],
    ['an asset with a twin to its page of the twin', result({ type: 1, twinId: 3 }), '/apps/twins/3/asset'],
    ['an asset without one to its own', result({ type: 1 }), '/apps/assets/5'],
    ['a risk analysis to its page', result({ type: 3 }), '/apps/riskanalyses/5'],
  ])('%s', (_, found, path) => expect(resultPath(found)).toBe(path));
});
