import type { DecimalSign } from '@twinward/contracts/core/file-options';

/** Numbers in the cells of a file: the same parser for every import and its preview. */

export type { DecimalSign };

/** The number format of a file. */
export interface NumberStyle {
  decimalSign: DecimalSign;
  /**
   * Whether the other sign is known to be the thousands separator. If not, an ambiguous number, such as
   * 1,000, is rejected.
   */
  groups: boolean;
}

/** The format of workbook numbers, and of a file without ambiguous numbers. */
export const plainNumbers: NumberStyle = { decimalSign: '.', groups: false };

/** Evidence for the decimal sign of a file, collected from its numbers. */
export interface NumberEvidence {
  /** Some number is valid only with a decimal comma. */
  comma: boolean;
  /** Some number is valid only with a decimal point. */
  point: boolean;
  /** By sign, the first ambiguous number: a single sign followed by three digits. */
  ambiguous: Record<DecimalSign, string | null>;
}

export const noEvidence = (): NumberEvidence => ({
  comma: false,
  point: false,
  ambiguous: { '.': null, ',': null },
});

const plain = /^[+-]?(?:\d+\.?\d*|\.\d+)(?:e[+-]?\d+)?$/i;
const commaOnly = /^[+-]?(?:\d+,?\d*|,\d+)(?:e[+-]?\d+)?$/i;
/** Thousands groups with one kind of separator: point, comma, apostrophe, or a space of any width. */
const grouped = /^[+-]?[1-9]\d{0,2}(?:([.,'’ \u00a0\u2009\u202f])\d{3})(?:\1\d{3})*(?:([.,])\d*)?$/;

type Reading =
  /** Only digits. */
  | { kind: 'plain'; text: string }
  /** Valid only with this decimal sign. */
  | { kind: 'certain'; sign: DecimalSign; text: string }
  /** A single sign followed by three digits: decimal sign or thousands separator. */
  | { kind: 'ambiguous'; sign: DecimalSign; decimal: string; whole: string }
  | { kind: 'none' };

const other = (sign: DecimalSign): DecimalSign => (sign === '.' ? ',' : '.');

function classifyNumber(raw: string): Reading {
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

/** Adds the evidence of a cell; a cell without a number adds none. */
export function recordNumber(evidence: NumberEvidence, text: string): void {
  const reading = classifyNumber(text);
  if (reading.kind === 'certain') evidence[reading.sign === ',' ? 'comma' : 'point'] = true;
  else if (reading.kind === 'ambiguous') evidence.ambiguous[reading.sign] ??= text;
}

/**
 * The number format of a file: the chosen one; otherwise a decimal comma if the columns are separated by
 * semicolons, or if some number is valid only with a comma and none only with a point; otherwise a decimal
 * point.
 * @param separator between the columns; null in a workbook
 */
export function detectNumberStyle(
  { comma, point }: NumberEvidence,
  separator: string | null,
  chosen?: DecimalSign | undefined,
): NumberStyle {
  if (chosen !== undefined) return { decimalSign: chosen, groups: true };
  if (separator === ';' ? comma || !point : comma && !point)
    return { decimalSign: ',', groups: comma && !point };
  return { decimalSign: '.', groups: point && !comma && separator !== ';' };
}

/** The first ambiguous number if the decimal sign must be chosen by the user; otherwise null. */
export function undecidedNumber(evidence: NumberEvidence, separator: string | null): string | null {
  const { decimalSign, groups } = detectNumberStyle(evidence, separator);
  return groups ? null : evidence.ambiguous[other(decimalSign)];
}

const choose = 'Please choose the decimal sign of the file.';

/**
 * Parses a number.
 * @param subject start of the error message
 * @returns the number, or an error message
 */
export function readNumber(text: string, style: NumberStyle, subject = 'The value'): number | string {
  // A fast path for the most common form: three digits after the file's own sign are decimals.
  const isDecimal = style.decimalSign === '.' ? plain.test(text) : commaOnly.test(text);
  const reading: Reading = isDecimal ? { kind: 'plain', text: text.replace(',', '.') } : classifyNumber(text);
  if (reading.kind === 'none')
    return `${subject} '${text}' is not a number. Please give one such as 73${style.decimalSign}97.`;
  let digits: string;
  if (reading.kind === 'plain') digits = reading.text;
  else if (reading.kind === 'certain') {
    if (reading.sign !== style.decimalSign)
      return `${subject} '${text}' has a decimal ${signName(reading.sign)}, and the decimal sign of the file is a ${signName(style.decimalSign)}. ${choose}`;
    digits = reading.text;
  } else if (reading.sign === style.decimalSign) digits = reading.decimal;
  else if (style.groups) digits = reading.whole;
  else return `${subject} '${text}' may mean ${reading.whole} or ${Number(reading.decimal)}. ${choose}`;
  const value = Number(digits);
  return Number.isFinite(value) ? value : `${subject} '${text}' is too large. Please give one below 1.8e308.`;
}

const signName = (sign: DecimalSign): string => (sign === ',' ? 'comma' : 'point');
