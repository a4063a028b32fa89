import { describe, expect, it } from 'vitest';
import {
  aliasReferences,
  patternReferences,
  renameAlias,
  renameThreshold,
  replacePatterns,
} from './references.ts';

describe('renaming', () => {
  it('changes an alias everywhere except in comments and names', () => {
    const text =
      '// [Flow] is the flow\nAVERAGE([Flow], #1d) > [Flow 2] AND EXCURSIONCOUNT("[Flow]") > [Flow]';
    expect(renameAlias(text, 'Flow', 'Feed')).toBe(
      '// [Flow] is the flow\nAVERAGE([Feed], #1d) > [Flow 2] AND EXCURSIONCOUNT("[Flow]") > [Feed]',
    );
  });

  it('changes an alias even in a text with errors', () => {
    expect(renameAlias('[Flow] > AND ([Flow]', 'Flow', 'F')).toBe('[F] > AND ([F]');
  });

  it('changes a threshold, but not a pattern with the same name', () => {
    const text = 'EXCURSIONCOUNT("High", #1d) > 2 OR MATCHESPATTERN("High") OR excursiontime( "High" ) > #1h';
    expect(renameThreshold(text, 'High', 'Hot')).toBe(
      'EXCURSIONCOUNT("Hot", #1d) > 2 OR MATCHESPATTERN("High") OR excursiontime( "Hot" ) > #1h',
    );
  });

  it('does not interpret a name as a replacement pattern', () => {
    expect(renameAlias('[A]', 'A', '$&$1')).toBe('[$&$1]');
  });
});

it('lists the aliases in a text', () => {
  expect(aliasReferences('[A] + /* [B] */ [C d]')).toEqual([
    { name: 'A', from: 0, to: 3 },
    { name: 'C d', from: 16, to: 21 },
  ]);
});

describe('references to patterns', () => {
  const text = 'MATCHESPATTERN("Wear") AND NOT matchespattern( "Leak" ) // MATCHESPATTERN("Wear")';

  it('are listed and replaced, except in comments', () => {
    expect(patternReferences(text)).toEqual(['Wear', 'Leak']);
    expect(replacePatterns(text, new Map([['Wear', '12']]))).toBe(
      'MATCHESPATTERN("12") AND NOT matchespattern( "Leak" ) // MATCHESPATTERN("Wear")',
    );
  });

  it('are swapped at once, without changing references to thresholds', () => {
    const swapped = new Map([
      ['Wear', 'Leak'],
      ['Leak', 'Wear'],
    ]);
    expect(replacePatterns('EXCURSIONCOUNT("Wear") > 1 OR MATCHESPATTERN("Wear")', swapped)).toBe(
      'EXCURSIONCOUNT("Wear") > 1 OR MATCHESPATTERN("Leak")',
    );
    expect(replacePatterns('MATCHESPATTERN("Leak"', swapped)).toBe('MATCHESPATTERN("Wear"');
  });
});
