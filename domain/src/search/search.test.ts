import { describe, expect, it } from 'vitest';
import { maximumWords, parseSearch, type SearchExpression } from './expression.ts';
import { searchFilters, searchWords } from './filters.ts';

function show(expression: SearchExpression): string {
  if (expression.kind === 'word') return expression.text;
  return `(${expression.parts.map(show).join(` ${expression.kind} `)})`;
}

describe('parseSearch', () => {
  it.each([
    ['pump', 'pump'],
    ['pump 1', '(pump AND 1)'],
    ['pump AND 1', '(pump AND 1)'],
    ['a OR b c', '(a OR (b AND c))'],
    ['a b OR c AND d', '((a AND b) OR (c AND d))'],
    ['(a OR b) c', '((a OR b) AND c)'],
    ['(a OR b)(c OR d)', '((a OR b) AND (c OR d))'],
    ['((a))', 'a'],
    ['a or b and c', '(a OR (b AND c))'],
    ['a Or b', '(a OR b)'],
    ['android oracle', '(android AND oracle)'],
    ['P-101/A_2 "x"', '(P-101/A_2 AND "x")'],
    ['ÄRMEL', 'ÄRMEL'],
  ])('parses %s as %s', (text, shown) => {
    const parsed = parseSearch(text);
    expect(parsed.ok && parsed.expression && show(parsed.expression)).toBe(shown);
  });

  it.each([
    ['AND pump', 'pump'],
    ['pump AND AND valve', '(pump AND valve)'],
    ['pump OR AND valve', '(pump OR valve)'],
    ['pump)', 'pump'],
    ['pump) valve', '(pump AND valve)'],
    [') pump', 'pump'],
  ])('ignores surplus tokens in %s', (text, shown) => {
    const parsed = parseSearch(text);
    expect(parsed.ok && parsed.expression && show(parsed.expression)).toBe(shown);
  });

  it.each(['', '   ', '\t\n'])('returns null for %j', (text) => {
    expect(parseSearch(text)).toEqual({ ok: true, expression: null });
  });

  it.each([
    ['pump AND', 'Invalid Expression: a word is missing at position 9.'],
    ['pump OR', 'Invalid Expression: a word is missing at position 8.'],
    ['(pump', "Invalid Expression: ')' is missing at position 6."],
    ['pump ()', 'Invalid Expression: a word is missing at position 7.'],
    ['AND OR OR pump', 'Invalid Expression: a word is missing at position 1.'],
    [`${'('.repeat(9)}a`, 'Invalid Expression: parentheses nest at most 8 deep.'],
    [`${'a '.repeat(maximumWords)}a`, 'Invalid Expression: at most 50 words.'],
    ['AND', 'Must specify at least one word to search.'],
    ['and or', 'Must specify at least one word to search.'],
    ['()', 'Must specify at least one word to search.'],
  ])('rejects %s', (text, message) => expect(parseSearch(text)).toEqual({ ok: false, message }));
});

describe('searchFilters', () => {
  const contains = (value: string) => ({ field: 'SearchText', operator: 'Contains', value });

  it('returns filters in lower case, in groups', () => {
    expect(searchFilters('Pump (North OR SOUTH)')).toEqual({
      ok: true,
      filters: [
        {
          operator: 'GroupAnd',
          filters: [
            contains('pump'),
            { operator: 'GroupOr', filters: [contains('north'), contains('south')] },
          ],
        },
      ],
    });
    expect(searchFilters('Pump')).toEqual({ ok: true, filters: [contains('pump')] });
    expect(searchFilters(' ')).toEqual({ ok: true, filters: [] });
  });

  it('returns the words to highlight', () => {
    const found = searchFilters('Pump (north OR pump)');
    expect(found.ok && searchWords(found.filters)).toEqual(['pump', 'north']);
  });
});
