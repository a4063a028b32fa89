import { isEmpty, type Rule, unlessEmpty } from './rule.ts';

/**
 * Field rules that no schema of the contract states, with their messages; the others are derived by `schema-rules.ts`.
 * Numbers may be typed with commas between thousands.
 */

export const required: Rule = (value) => (isEmpty(value) ? 'Required.' : null);

/** Number of Unicode code points. */
const countCharacters = (text: string) => [...text].length;

type Text = string | null | undefined;

export function minimumLength(min: number): Rule<Text> {
  return unlessEmpty((text) => {
    const under = min - countCharacters(text);
    return under > 0 ? `${under} characters under minimal length of ${min}.` : null;
  });
}

export function exactLength(length: number): Rule<Text> {
  return unlessEmpty((text) =>
    countCharacters(text) === length ? null : `Please enter a string with a length of ${length}.`,
  );
}

type Numeric = number | string | null | undefined;

const decimal = /^[+-]?(\d+(\.\d*)?|\.\d+)(e[+-]?\d+)?$/i;

/** The number of a value; NaN if it has none. */
export function parseNumber(value: number | string): number {
  if (typeof value === 'number') return value;
  const text = value.replaceAll(',', '').trim();
  return decimal.test(text) ? Number(text) : Number.NaN;
}

const number = (test: (value: number) => boolean, message: string): Rule<Numeric> =>
  unlessEmpty((value) => (test(parseNumber(value)) ? null : message));

export const numeric = number(Number.isFinite, 'Please enter a number.');

/** Both bounds are inclusive. */
export function numberBetween(min: number, max: number): Rule<Numeric> {
  return number((value) => value >= min && value <= max, `Please enter a number between ${min} and ${max}.`);
}

export function minimumNumber(min: number): Rule<Numeric> {
  return number((value) => value >= min, `Please enter a number greater than or equal to ${min}.`);
}

/** Zero is allowed. */
export const negative = number((value) => value <= 0, 'Please enter a negative number.');

/** Zero is allowed. */
export const positive = number((value) => value >= 0, 'Please enter a positive number.');

type Day = string | Date | null | undefined;

/** The message for a date outside either bound. */
export const chooseLater = 'Please choose a later date.';

/** The UTC day of a date; for a text `yyyy-MM-dd...`, that day. */
function utcDay(value: string | Date): string {
  return typeof value === 'string' ? value.slice(0, 10) : value.toISOString().slice(0, 10);
}

/** The date's day must be after that of another date; valid without the other. */
export function dateAfter(other: Day): Rule<Day> {
  return unlessEmpty((value) => (isEmpty(other) || utcDay(value) > utcDay(other) ? null : chooseLater));
}

/** The date's day must be before that of another date; valid without the other. */
export function dateBefore(other: Day): Rule<Day> {
  return unlessEmpty((value) => (isEmpty(other) || utcDay(value) < utcDay(other) ? null : chooseLater));
}

/** A day of the calendar, `yyyy-MM-dd`. */
export const date: Rule<Text> = unlessEmpty((text) => (isDay(text) ? null : 'Please enter a date.'));

/** A day and a time of day, ISO 8601 with a zone. */
export const dateTime: Rule<Text> = unlessEmpty((text) =>
  /^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}.*(Z|[+-]\d{2}:\d{2})$/.test(text) &&
  isDay(text.slice(0, 10)) &&
  !Number.isNaN(Date.parse(text))
    ? null
    : 'Please enter a date & time.',
);

const daysInMonths = [31, 28, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31] as const;

function isDay(text: string): boolean {
  if (!/^\d{4}-\d{2}-\d{2}$/.test(text)) return false;
  const [year, month, day] = [text.slice(0, 4), text.slice(5, 7), text.slice(8)].map(Number) as [
    number,
    number,
    number,
  ];
  if (month < 1 || month > 12 || day < 1) return false;
  const isLeap = year % 4 === 0 && (year % 100 !== 0 || year % 400 === 0);
  return day <= (month === 2 && isLeap ? 29 : daysInMonths[month - 1]!);
}

/** Must differ from the others, ignoring case. */
export function unique(others: readonly string[], conflict = 'Please enter a unique value.'): Rule<Text> {
  return unlessEmpty((text) =>
    others.some((other) => other.toLowerCase() === text.toLowerCase()) ? conflict : null,
  );
}
