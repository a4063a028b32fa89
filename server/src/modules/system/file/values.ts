import { Quality } from '../../../series/index.ts';

const number = /^[+-]?(?:\d+\.?\d*|\.\d+)(?:e[+-]?\d+)?$/i;
const decimalComma = /^[+-]?\d*,\d+(?:e[+-]?\d+)?$/i;

/** Reads a number, with a decimal point or comma. @returns it, or what is wrong with the text */
export function readValue(text: string): number | string {
  const plain = decimalComma.test(text) ? text.replace(',', '.') : text;
  if (!number.test(plain)) return `The value '${text}' is not a number. Please give one such as 73.97.`;
  const value = Number(plain);
  return Number.isFinite(value) ? value : `The value '${text}' is too large. Please give one below 1.8e308.`;
}

const qualities: ReadonlyMap<string, number> = new Map([
  ['', Quality.good],
  ['good', Quality.good],
  ['uncertain', Quality.uncertain],
  ['bad', Quality.bad],
  ['0', Quality.good],
  ['1', Quality.uncertain],
  ['2', Quality.bad],
]);

/** Reads a quality. @returns it, or what is wrong with the text */
export function readQuality(text: string): number | string {
  return (
    qualities.get(text.toLowerCase()) ??
    `The quality '${text}' is not known. Please give good, uncertain or bad, or leave it empty.`
  );
}
