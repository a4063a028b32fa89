import type { Input } from '@lezer/common';
import { describe, expect, it } from 'vitest';
import { complete, format, hover } from './index.ts';
import { deepestNesting, longestText, mostTokens, mostWindows } from './parser/limits.ts';
import { parser } from './parser/parser.ts';
import { base, findErrors, indicator } from './testing/contexts.ts';

/** Repeats a part as often as it fits. */
const filled = (part: string, length: number): string => part.repeat(Math.floor(length / part.length));

const parts = [
  ...[
    '[',
    '[ ',
    '[a+',
    '[+',
    '["',
    '[#',
    '"',
    '"a',
    '"\n',
    '(',
    ')',
    '{',
    '}',
    '()',
    '{}',
    '{a',
    '{a}',
    '{a b',
  ],
  ...[
    '-',
    'NOT ',
    '/*',
    '/**/',
    '/',
    '//\n',
    '*',
    ',',
    ';',
    '=',
    '==',
    '<',
    '!',
    '.',
    '#',
    '€',
    'a ',
    'a=',
    '1 ',
  ],
  ...[
    'IF ',
    'IF x ',
    'ELSE ',
    'ELSEIF ',
    'IF 1 > 0 {} ',
    'ELSEIF TRUE {} ',
    'RETURN ',
    'NUMBER ',
    'NUMBER a ',
  ],
];

/** Returns one character at a time and counts the reads. */
class CountedText implements Input {
  readonly lineChunks = false;
  reads = 0;
  private readonly text: string;

  constructor(text: string) {
    this.text = text;
  }

  get length(): number {
    return this.text.length;
  }

  chunk(from: number): string {
    this.reads += 1;
    return this.text.slice(from, from + 1);
  }

  read(from: number, to: number): string {
    return this.text.slice(from, to);
  }
}

function countReads(text: string): number {
  const counted = new CountedText(text);
  parser.parse(counted);
  return counted.reads;
}

describe('a hostile text', () => {
  it.each(parts)('of many %j is scanned in linear time', (part) => {
    const reads = countReads(filled(part, 1000));
    expect(countReads(filled(part, 2000))).toBeLessThan(2.5 * reads + 100);
    expect(reads).toBeLessThan(20_000);
  });

  it.each(parts)('of many %j is checked, completed and formatted without a crash', (part) => {
    const text = filled(part, 2000);
    for (const options of [base, indicator]) {
      expect(findErrors(text, options).length).toBeLessThanOrEqual(text.length);
    }
    complete(text, text.length, indicator);
    hover(text, 1000, indicator);
    format(text);
  });

  it.each(parts)('of %j beyond the maximum length is rejected before it is parsed', (part) => {
    const text = part.repeat(100_000);
    expect(findErrors(text, base)).toEqual([
      `1:1-1:1 too-long The text has ${text.length} characters; at most ${longestText} are allowed.`,
    ]);
    expect(format(text)).toBe(text);
    expect(complete(text, 5, base)).toBeNull();
    expect(hover(text, 5, base)).toBeNull();
  });
});

describe('an exceeded limit is reported at its position', () => {
  it('of tokens', () => {
    const text = (terms: number) => `1${'+1'.repeat(terms)}`;
    expect(findErrors(text(mostTokens / 2 - 1), base)).toEqual([]);
    expect(findErrors(text(mostTokens / 2 + 1), base)).toEqual([
      '1:10001-1:10002 too-long The text has 10003 words and marks; at most 10000 are allowed.',
    ]);
  });

  it('of windows, each counted once', () => {
    const text = (windows: number) =>
      Array.from(
        { length: windows },
        (_, index) => `MAX([Flow], #${index + 1}s) + MIN([Flow], #${index + 1}s)`,
      ).join('\n+ ');
    expect(findErrors(text(mostWindows), base)).toEqual([]);
    expect(findErrors(text(mostWindows + 2), base)).toEqual([
      '101:3-101:21 too-long This is one window too many: a text has at most 100, each a tag or threshold and an interval.',
    ]);
  });

  it('of nesting', () => {
    const text = `${'('.repeat(deepestNesting + 1)}1${')'.repeat(deepestNesting + 1)}`;
    expect(findErrors(text, base)).toEqual([
      '1:101-1:102 too-deep Parentheses and blocks nest more than 100 deep here.',
    ]);
  });
});

it('many variables can be declared and used', () => {
  const lines = Array.from(
    { length: 1000 },
    (_, index) => `NUMBER v${index} = ${index === 0 ? 1 : `v${index - 1}`}`,
  );
  expect(findErrors(`${lines.join('\n')}\nRETURN v999`, base)).toEqual([]);
});

it('suggestions are skipped for long words and for very many words', () => {
  const long = 'x'.repeat(9000);
  expect(findErrors(`NUMBER ${long}y = 1 RETURN ${long}`, base)).toEqual([
    expect.not.stringContaining('Did you mean'),
  ]);
});
