import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { listBuiltins } from '../builtins/index.ts';
import type { LanguageContext } from '../context.ts';
import { programText } from '../testing/arbitrary.ts';
import { base, indicator } from '../testing/contexts.ts';
import { type Completions, complete } from './completion.ts';

/** Completes at the `|` in a text. */
function at(marked: string, context: LanguageContext = indicator): Completions | null {
  const offset = marked.indexOf('|');
  return complete(marked.replace('|', ''), offset, context);
}

function labels(marked: string, context?: LanguageContext): string[] {
  return at(marked, context)?.options.map(({ label }) => label) ?? [];
}

/** The text after an option was applied. */
function taken(marked: string, label: string): string {
  const found = at(marked);
  const option = found?.options.find((candidate) => candidate.label === label);
  if (!found || !option) throw new Error(`${label} is not offered`);
  const text = marked.replace('|', '');
  return text.slice(0, found.from) + (option.snippet ?? option.label) + text.slice(found.to);
}

const aliases = ['[Flow]', '[Temp]', '[Hours]', '[Service]'];
const functions = listBuiltins('indicator').map(({ name }) => name);
const literals = ['NOT', 'TRUE', 'FALSE', 'null'];
const statements = ['IF', 'RETURN', 'NUMBER', 'BOOL'];
const intervals = ['#15m', '#1h', '#8h', '#1d', '#7d', '#30d'];

describe('completion offers', () => {
  it.each([
    ['|', [...aliases, ...functions, ...literals, ...statements]],
    ['[Flow] > |', [...aliases, ...functions, ...literals]],
    ['[Flow] >|', [...aliases, ...functions, ...literals]],
    ['[Flow] > 3 |', ['AND', 'OR', ...statements]],
    ['[Flow] > 3 A|', ['AND', 'OR', ...statements]],
    ['([Flow] > 3 |', ['AND', 'OR']],
    ['[Flow]|', ['AND', 'OR', ...statements]],
    ['RETURN |', [...aliases, ...functions, ...literals, 'NO_CALC']],
    ['[F|', aliases],
    ['[F| > 3', aliases],
    ['AVERAGE([Flow], |', [...aliases, ...functions, ...literals, ...intervals]],
    ['AVERAGE([Flow], #|)', intervals],
    ['TREND(|', aliases],
    ['TREND([Flow], |', ['INCREASING', 'INCREASING_FIT', 'DECREASING', 'DECREASING_FIT']],
    ['TREND([Flow], IN|, #1d)', ['INCREASING', 'INCREASING_FIT', 'DECREASING', 'DECREASING_FIT']],
    ['TREND([Flow], INCREASING, |)', intervals],
    ['COUNTER(|', ['[Hours]']],
    ['COUNTER([|', ['[Hours]']],
    ['LASTINTERVAL([Service], |', ['TRUE', 'FALSE']],
    ['EXCURSIONCOUNT(|', ['"High"', '"often"']],
    ['EXCURSIONCOUNT("|', ['"High"', '"often"']],
    ['EXCURSIONCOUNT("Hi|", #1d) > 1', ['"High"', '"often"']],
    ['MATCHESPATTERN("|")', ['"No match"', '"Cavitation"']],
    ['IF TRUE { RETURN TRUE } |', [...statements, 'ELSE', 'ELSEIF']],
    ['IF TRUE { RETURN TRUE } ELSE |', ['IF']],
    ['NUMBER |', []],
    ['NUMBER lim|', []],
    ['[Flow] > 1|', []],
    ['// |', []],
    ['/* | */ 3', []],
    ['"|"', []],
  ])('%s', (text, expected) => {
    expect(labels(text)).toEqual(expected);
  });

  it('inputs without a tag, but not as counters', () => {
    const context = { ...indicator, tags: ['Level'] };
    expect(at('[|', context)?.options.at(-1)).toEqual({
      label: '[Level]',
      kind: 'tag',
      detail: 'tag, becomes an input',
    });
    expect(labels('COUNTER([|', context)).toEqual(['[Hours]']);
  });

  it('the variables in scope', () => {
    const text = 'NUMBER a = 1 IF TRUE { BOOL b = | } NUMBER c';
    const offered = at(text)?.options.filter(({ kind }) => kind === 'variable');
    expect(offered).toEqual([{ label: 'a', kind: 'variable', detail: 'NUMBER' }]);
    expect(labels('NUMBER a = 1 |')).toEqual(['AND', 'OR', ...statements]);
    expect(labels('NUMBER a = 1; |')).toEqual([...statements, 'a']);
  });

  it('only the functions of the base dialect in base', () => {
    expect(labels('3 + |', base)).toEqual([
      ...aliases,
      ...listBuiltins('base').map(({ name }) => name),
      ...literals,
    ]);
    expect(labels('3 + |', base)).not.toContain('COUNTER');
  });
});

describe('applying an option', () => {
  it.each([
    ['[Flow] > 3 AN| [Temp] > 2', 'AND', '[Flow] > 3 AND [Temp] > 2'],
    ['[Fl| > 3', '[Flow]', '[Flow] > 3'],
    ['[Fl| > 3 AND [Temp] > 2', '[Flow]', '[Flow] > 3 AND [Temp] > 2'],
    ['[Fl|xx] > 3', '[Flow]', '[Flow] > 3'],
    ['EXCURSIONCOUNT("|")', '"High"', 'EXCURSIONCOUNT("High")'],
    ['3 + AV|', 'AVERAGE', '3 + AVERAGE([#{tag}], ##{1d})'],
    ['if tr|', 'TRUE', 'if TRUE'],
  ])('completes %s with %s', (text, label, expected) => {
    expect(taken(text, label)).toBe(expected);
  });
});

it('shows the signature and description of a function', () => {
  expect(at('SQ|')?.options.find(({ label }) => label === 'SQRT')).toEqual({
    label: 'SQRT',
    kind: 'function',
    snippet: 'SQRT(#{x})',
    detail: '(x)',
    documentation: 'The square root of x; null below 0.',
  });
});

it('returns an answer at every position of every program, with a range around that position', () => {
  fc.assert(
    fc.property(programText, fc.nat(), (text, seed) => {
      const offset = seed % (text.length + 1);
      const found = complete(text, offset, indicator);
      if (found === null) return;
      expect(found.from).toBeLessThanOrEqual(offset);
      expect(found.to).toBeGreaterThanOrEqual(offset);
    }),
    { numRuns: 300 },
  );
});
