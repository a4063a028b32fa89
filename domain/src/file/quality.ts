/** Qualities in the cells of a file: words, codes of OPC DA, and status codes of OPC UA. */

import { type Quality, qualities } from '@twinward/contracts/signals/data-point';
import type { ZeroQuality } from '@twinward/contracts/signals/import';

/** The kind of codes in a column, by its heading. */
export type QualityCodes = 'opc-da' | 'opc-ua';

/** The OPC words, optionally followed by a reason: 'Bad', 'Good, non-specific', 'BadNoCommunication'. */
const word = /^(good|uncertain|bad)(?:$|[^a-z])/i;
const symbol = /^(Good|Uncertain|Bad)[A-Z_]/;
const integer = /^\d{1,10}(?:\.0+)?$/;
const hexadecimal = /^0x[\da-f]{1,8}$/i;

/** The code in a cell; null for a word or an empty cell. */
export function parseCode(text: string): number | null {
  return integer.test(text) || hexadecimal.test(text) ? Number(text) : null;
}

/** Whether codes up to this number are ambiguous: 0, 1 and 2 have several conventions. */
export const isOpenCode = (code: number): boolean => code <= 2;

/**
 * Parses a quality.
 * @param zero the meaning of 0 in a column of 0, 1 and 2; undefined: the heading determines the codes
 * @returns null if invalid
 */
export function readQuality(
  text: string,
  codes: QualityCodes,
  zero?: ZeroQuality | undefined,
): Quality | null {
  if (text === '') return 'good';
  const named = word.exec(text) ?? symbol.exec(text);
  if (named) return named[1]!.toLowerCase() as Quality;
  const code = parseCode(text);
  if (code === null) return null;
  if (zero === 'good' && isOpenCode(code)) return qualities[code]!;
  if (zero === 'bad' || codes === 'opc-da') return code >= 192 ? 'good' : code >= 64 ? 'uncertain' : 'bad';
  // The top two of 32 bits.
  const severity = Math.floor(code / 2 ** 30);
  return severity < 3 ? qualities[severity]! : null;
}
