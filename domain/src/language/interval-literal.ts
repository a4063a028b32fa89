import type { LanguageErrorCode } from './errors.ts';

/** Milliseconds in each unit, longest first. */
const units: readonly (readonly [unit: string, milliseconds: number])[] = [
  ['W', 604_800_000],
  ['D', 86_400_000],
  ['H', 3_600_000],
  ['M', 60_000],
  ['S', 1_000],
  ['MS', 1],
];

const notFixed = 'Months and years have no fixed length: use weeks or days.';
const malformed = 'An interval is # and a length of time, such as #7d, #1h30m or #PT8H.';

type Result = { milliseconds: number } | { code: LanguageErrorCode; message: string };

/**
 * Parses an interval literal, including `#`: ISO 8601 (`#P7D`, `#PT8H`) or the short form (`#1w2d`,
 * `#250ms`). Units must descend, each at most once; the sum must be whole milliseconds.
 */
export function intervalLiteral(literal: string): Result {
  const upper = literal.slice(1).toUpperCase();
  const iso = upper.startsWith('P');
  const [date = '', time, ...more] = iso ? upper.slice(1).split('T') : ['', upper];
  if (more.length > 0 || time === '') return { code: 'syntax', message: malformed };

  const dateParts = parts(date);
  const timeParts = parts(time ?? '');
  if (dateParts === null || timeParts === null || dateParts.length + timeParts.length === 0) {
    return { code: 'syntax', message: malformed };
  }
  if (dateParts.some(([, unit]) => unit === 'M' || unit === 'Y'))
    return { code: 'interval-unit', message: notFixed };
  // Without P, M means minutes; only the long forms of month and year are rejected as such.
  if (timeParts.some(([, unit]) => /^(Y|YEARS?|MO|MON|MONTHS?)$/.test(unit))) {
    return { code: 'interval-unit', message: notFixed };
  }

  let sum = 0;
  let last = -1;
  for (const [amount, unit, isDate] of [
    ...dateParts.map(([a, u]) => [a, u, true] as const),
    ...timeParts.map(([a, u]) => [a, u, false] as const),
  ]) {
    const index = units.findIndex(([name]) => name === unit);
    const misplaced = iso && (isDate ? index > 1 : index < 2 || unit === 'MS');
    if (index < 0 || misplaced) {
      return { code: 'interval-unit', message: `Unknown unit ${unit.toLowerCase()} in an interval.` };
    }
    if (index <= last) {
      return {
        code: 'syntax',
        message: 'The units of an interval run from long to short, each at most once.',
      };
    }
    last = index;
    sum += Number(amount) * units[index]![1];
  }

  const milliseconds = Math.round(sum);
  if (milliseconds > Number.MAX_SAFE_INTEGER)
    return { code: 'interval-unit', message: 'This interval is too long.' };
  if (Math.abs(sum - milliseconds) > 1e-6 * Math.max(1, sum / 1e6)) {
    return { code: 'interval-unit', message: 'An interval is a whole number of milliseconds.' };
  }
  return { milliseconds };
}

/** Splits `1H30M` into [['1', 'H'], ['30', 'M']]; null if the text is not pairs of a number and a unit. */
function parts(text: string): [amount: string, unit: string][] | null {
  const found: [string, string][] = [];
  const pair = /(\d+(?:\.\d+)?|\.\d+)([A-Z]+)/y;
  while (pair.lastIndex < text.length) {
    const match = pair.exec(text);
    if (match === null) return null;
    found.push([match[1]!, match[2]!]);
  }
  return found;
}

const unitWords = ['week', 'day', 'hour', 'minute', 'second', 'millisecond'];

/** The counts of the units in a length of time, longest first, without zeros. */
function split(milliseconds: number): { unit: number; count: number }[] {
  let rest = milliseconds;
  const counts = units.map(([, length], unit) => {
    const count = Math.floor(rest / length);
    rest -= count * length;
    return { unit, count };
  });
  return counts.filter(({ count }) => count > 0);
}

/** Formats a length of time in its shortest form: `#1d12h`. */
export function showInterval(milliseconds: number): string {
  const shown = split(milliseconds).map(({ unit, count }) => `${count}${units[unit]![0].toLowerCase()}`);
  return `#${shown.join('') || '0s'}`;
}

/** Formats a length of time in words: `1 day 12 hours`. */
export function wordsOfInterval(milliseconds: number): string {
  const words = split(milliseconds).map(
    ({ unit, count }) => `${count} ${unitWords[unit]}${count === 1 ? '' : 's'}`,
  );
  return words.join(' ') || 'no time';
}
