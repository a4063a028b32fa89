/** Qualities in the cells of a file: words, codes of OPC DA, and status codes of OPC UA. */

import { type Quality, qualities } from '@twinward/contracts/signals/data-point';
import type { ZeroQuality } from '@twinward/contracts/signals/import';

/** How the codes of a column are read, by its heading. */
export type QualityCodes = 'opc-da' | 'opc-ua';

/** The words of OPC, alone or followed by a reason: 'Bad', 'Good, non-specific', 'BadNoCommunication'. */
const word = /^(good|uncertain|bad)(?:$|[^a-z])/i;
const symbol = /^(Good|Uncertain|Bad)[A-Z_]/;
const integer = /^\d{1,10}(?:\.0+)?$/;
const hexadecimal = /^0x[\da-f]{1,8}$/i;

/** The code that a cell holds; null where it holds a word or nothing. */
export function codeOf(text: string): number | null {
  return integer.test(text) || hexadecimal.test(text) ? Number(text) : null;
}

/** Whether codes of this number alone leave open what they mean: 0, 1 and 2 are numbered in several ways. */
export const isOpenCode = (code: number): boolean => code <= 2;

/**
 * Reads a quality.
 * @param zero what 0 means in a column of 0, 1 and 2; undefined: codes are those of the heading
 * @returns it, or null for what is none
 */
export function readQuality(
  text: string,
  codes: QualityCodes,
  zero?: ZeroQuality | undefined,
): Quality | null {
  if (text === '') return 'good';
  const named = word.exec(text) ?? symbol.exec(text);
  if (named) return named[1]!.toLowerCase() as Quality;
  const code = codeOf(text);
  if (code === null) return null;
  if (zero === 'good' && isOpenCode(code)) return qualities[code]!;
  if (zero === 'bad' || codes === 'opc-da') return code >= 192 ? 'good' : code >= 64 ? 'uncertain' : 'bad';
  // The top two bits of 32.
  const severity = Math.floor(code / 2 ** 30);
  return severity < 3 ? qualities[severity]! : null;
}
