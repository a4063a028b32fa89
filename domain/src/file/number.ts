import type { DecimalSign } from '@twinward/contracts/core/file-options';

/** Numbers in the cells of a file. One reader for every import, and for the preview of one. */

export type { DecimalSign };

/** How the numbers of a file are written. */
export interface NumberStyle {
  decimalSign: DecimalSign;
  /**
   * Whether the other sign is known to separate thousands. Where it is not, a number that fits both readings,
   * such as 1,000, is refused.
   */
  groups: boolean;
}

/** The style of a workbook's own numbers, and of a file without any sign that could be read in two ways. */
export const plainNumbers: NumberStyle = { decimalSign: '.', groups: false };

/** What the numbers of a file, read one after another, tell of its decimal sign. */
export interface NumberEvidence {
  /** Some number is only readable with a decimal comma. */
  comma: boolean;
  /** Some number is only readable with a decimal point. */
  point: boolean;
  /** By sign the first number that is readable in both ways: three digits after that only sign. */
  ambiguous: Record<DecimalSign, string | null>;
}

export const noEvidence = (): NumberEvidence => ({
  comma: false,
  point: false,
  ambiguous: { '.': null, ',': null },
});

const plain = /^[+-]?(?:\d+\.?\d*|\.\d+)(?:e[+-]?\d+)?$/i;
const commaOnly = /^[+-]?(?:\d+,?\d*|,\d+)(?:e[+-]?\d+)?$/i;
/** Thousands behind one separator each: a point, a comma, an apostrophe, or a space of any width. */
const grouped = /^[+-]?[1-9]\d{0,2}(?:([.,'’ \u00a0\u2009\u202f])\d{3})(?:\1\d{3})*(?:([.,])\d*)?$/;

type Reading =
  /** A number of digits alone. */
  | { kind: 'plain'; text: string }
  /** Readable with this decimal sign alone. */
  | { kind: 'certain'; sign: DecimalSign; text: string }
  /** One sign with three digits after it: decimal, or a separator of thousands. */
  | { kind: 'ambiguous'; sign: DecimalSign; decimal: string; whole: string }
  | { kind: 'none' };

const other = (sign: DecimalSign): DecimalSign => (sign === '.' ? ',' : '.');

function readingOf(raw: string): Reading {
  const text = raw.replace('\u2212', '-');
  const groups = grouped.exec(text);
  const separator = groups?.[1];
  const decimal = groups?.[2] as DecimalSign | undefined;
  if (separator !== undefined && separator !== decimal) {
    const isSign = separator === '.' || separator === ',';
    const digits = text.replaceAll(separator, '').replace(',', '.');
    if (decimal !== undefined) return { kind: 'certain', sign: decimal, text: digits };
    if (!isSign) return { kind: 'plain', text: digits };
    const whole = text.replaceAll(separator, '');
    if (text.indexOf(separator) !== text.lastIndexOf(separator))
      return { kind: 'certain', sign: other(separator), text: whole };
    return { kind: 'ambiguous', sign: separator, decimal: text.replace(',', '.'), whole };
  }
  if (plain.test(text)) {
    return text.includes('.') ? { kind: 'certain', sign: '.', text } : { kind: 'plain', text };
  }
  if (commaOnly.test(text)) return { kind: 'certain', sign: ',', text: text.replace(',', '.') };
  return { kind: 'none' };
}

/** Adds what a cell tells of the decimal sign; one that holds no number tells nothing. */
export function noteNumber(evidence: NumberEvidence, text: string): void {
  const reading = readingOf(text);
  if (reading.kind === 'certain') evidence[reading.sign === ',' ? 'comma' : 'point'] = true;
  else if (reading.kind === 'ambiguous') evidence.ambiguous[reading.sign] ??= text;
}

/**
 * The style of a file: as chosen; else a decimal comma where the columns are separated by semicolons, or where some
 * number is only readable so and none only with a point; else a decimal point.
 * @param separator between the columns; null in a workbook
 */
export function styleOf(
  { comma, point }: NumberEvidence,
  separator: string | null,
  chosen?: DecimalSign | undefined,
): NumberStyle {
  if (chosen !== undefined) return { decimalSign: chosen, groups: true };
  if (separator === ';' ? comma || !point : comma && !point)
    return { decimalSign: ',', groups: comma && !point };
  return { decimalSign: '.', groups: point && !comma && separator !== ';' };
}

/** The first number that stays readable in two ways, so that the decimal sign has to be chosen; null without one. */
export function undecidedNumber(evidence: NumberEvidence, separator: string | null): string | null {
  const { decimalSign, groups } = styleOf(evidence, separator);
  return groups ? null : evidence.ambiguous[other(decimalSign)];
}

const choose = 'Please choose the decimal sign of the file.';

/**
 * Reads a number.
 * @param subject what the cell holds, as a message begins
 * @returns the number, or what is wrong with the text
 */
export function readNumber(text: string, style: NumberStyle, subject = 'The value'): number | string {
  // Most numbers need no look at separators of thousands: three digits after the file's own sign are decimals.
  const isDecimal = style.decimalSign === '.' ? plain.test(text) : commaOnly.test(text);
  const reading: Reading = isDecimal ? { kind: 'plain', text: text.replace(',', '.') } : readingOf(text);
  if (reading.kind === 'none')
    return `${subject} '${text}' is not a number. Please give one such as 73${style.decimalSign}97.`;
  let digits: string;
  if (reading.kind === 'plain') digits = reading.text;
  else if (reading.kind === 'certain') {
    if (reading.sign !== style.decimalSign)
      return `${subject} '${text}' has a decimal ${wordOf(reading.sign)}, and the decimal sign of the file is a ${wordOf(style.decimalSign)}. ${choose}`;
    digits = reading.text;
  } else if (reading.sign === style.decimalSign) digits = reading.decimal;
  else if (style.groups) digits = reading.whole;
  else return `${subject} '${text}' may mean ${reading.whole} or ${Number(reading.decimal)}. ${choose}`;
  const value = Number(digits);
  return Number.isFinite(value) ? value : `${subject} '${text}' is too large. Please give one below 1.8e308.`;
}

const wordOf = (sign: DecimalSign): string => (sign === ',' ? 'comma' : 'point');
