import fc from 'fast-check';
import { isParsable } from '../parser/limits.ts';

/**
 * Well-typed texts in the contexts of `contexts.ts`, as lists of words that may be separated by white space
 * or comments. Numbers are small, so that comparisons are sometimes true and sometimes false.
 */
type Words = fc.Arbitrary<string[]>;

const one = (...words: string[]): Words => fc.constantFrom(...words).map((word) => [word]);
const joined = (...parts: Words[]): Words => fc.tuple(...parts).map((lists) => lists.flat());
const chain = (operand: Words, ...operators: string[]): Words =>
  joined(
    operand,
    fc.array(joined(one(...operators), operand), { minLength: 1, maxLength: 3 }).map((parts) => parts.flat()),
  );
const bracketed = (inner: Words): Words => joined(one('('), inner, one(')'));
const call = (names: string[], ...parts: Words[]): Words =>
  joined(
    one(...names),
    one('('),
    ...parts.flatMap((part, i) => (i === 0 ? [part] : [one(','), part])),
    one(')'),
  );
const upToLower = (words: Words): Words =>
  fc.tuple(words, fc.boolean()).map(([list, lower]) => (lower ? list.map(lowered) : list));

const alias = one('[Flow]', '[Temp]', '[Hours]');
const anyAlias = one('[Flow]', '[Service]');
const interval = one('#1d', '#PT8H', '#90m', '#250ms', '#1w2d');
const statistic = ['AVERAGE', 'MAX', 'MIN', 'STDDEV'];

const { number, boolean } = fc.letrec<Record<'number' | 'boolean' | 'interval', string[]>>((tie) => {
  const number = tie('number');
  const boolean = tie('boolean');
  const interval_ = tie('interval');
  return {
    number: fc.oneof(
      { depthSize: 'small', withCrossShrink: true },
      one('0', '1', '2', '12.5', '.5', '1e3', 'null', 'n'),
      alias,
      bracketed(number),
      chain(bracketed(number), '+', '-'),
      chain(
        number.map((words) => ['(', ...words, ')']),
        '*',
        '/',
      ),
      joined(one('-'), bracketed(number)),
      call(['ABS', 'SQRT', 'SINE', 'ROUND', 'ARCSINE'], number),
      call(['MOD', 'POWER'], number, number),
      call(['ROUND'], number, one('0', '2', '15')),
      call(['PI']),
      call(statistic, number, number, number),
      call(statistic, alias, interval),
      call(['COUNTER', 'LASTCOUNTER'], one('[Hours]')),
      call(['EXCURSIONCOUNT'], one('"High"', '"often"'), interval),
    ),
    boolean: fc.oneof(
      { depthSize: 'small', withCrossShrink: true },
      one('TRUE', 'FALSE', 'b'),
      joined(number, one('==', '!=', '<', '<=', '>', '>='), number),
      joined(interval_, one('==', '<', '>='), interval_),
      joined(number, one('==', '!='), one('null')),
      joined(one('NOT'), bracketed(boolean)),
      chain(bracketed(boolean), 'AND'),
      chain(bracketed(boolean), 'OR'),
      call(['TREND'], alias, one('INCREASING', 'DECREASING_FIT'), interval),
      call(['MATCHESPATTERN'], one('"Cavitation"')),
    ),
    interval: fc.oneof(
      { depthSize: 'small', withCrossShrink: true },
      interval,
      call(['INTERVAL'], anyAlias),
      call(['LASTINTERVAL', 'AVERAGEINTERVAL'], anyAlias, one('TRUE', 'FALSE')),
      call(['EXCURSIONTIME'], one('"High"')),
      chain(bracketed(interval_), '+', '-'),
    ),
  };
});

const { statements } = fc.letrec<Record<'statement' | 'statements', string[]>>((tie) => ({
  statement: fc.oneof(
    { depthSize: 'small', withCrossShrink: true },
    joined(one('n'), one('='), number),
    joined(one('b'), one('='), boolean),
    joined(one('RETURN'), fc.oneof(boolean, one('NO_CALC'))),
    joined(one('IF'), boolean, block(tie('statements'))),
    joined(
      one('IF'),
      boolean,
      block(tie('statements')),
      one('ELSEIF', 'ELSE IF'),
      boolean,
      block(tie('statements')),
      one('ELSE'),
      block(tie('statements')),
    ),
  ),
  statements: fc
    .array(joined(tie('statement'), fc.constantFrom([], [';'])), { maxLength: 3 })
    .map((parts) => parts.flat()),
}));

function block(inner: Words): Words {
  return joined(one('{'), inner, one('}'));
}

function lowered(word: string): string {
  return /^[A-Z_]+$/.test(word) ? word.toLowerCase() : word;
}

/** The words of a program that returns a boolean and uses the variables n and b. */
const programWords: Words = upToLower(
  joined(fc.constant(['NUMBER', 'n', '=', '1', 'BOOL', 'b']), statements, joined(one('RETURN'), boolean)),
);

/** A program within the limits, with white space and comments wherever they are allowed. */
export const programText: fc.Arbitrary<string> = fc
  .tuple(
    programWords,
    fc.array(
      fc.constantFrom(
        ' ',
        ' ',
        ' ',
        '  ',
        '\n',
        '\n\n\n',
        ' // note\n',
        ' /* why */',
        ' /* a\n b */ ',
        '\n// own line\n',
      ),
      {
        minLength: 1,
        maxLength: 50,
      },
    ),
  )
  .map(([words, gaps]) => words.map((word, i) => word + gaps[i % gaps.length]).join(''))
  .filter(isParsable);
