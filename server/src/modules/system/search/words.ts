import type { Filter } from '@twinward/contracts/core/list';

export const containsPattern = (word: string): string => `%${word.replace(/[\\%_]/g, '\\$&')}%`;

/**
 * Returns the parts of a word to look up in the index: both ends of its longest run of letters and digits, or else all
 * of a short word. Looking up more parts would take longer than checking the few rows that contain these. A single
 * plain character has no parts.
 */
export function lookedUpParts(word: string): string[] {
  if (/^[a-z0-9\s]?$/.test(word)) return [];
  const runs = word.match(/[\p{L}\p{N}]{3,}/gu) ?? [];
  const [longest] = runs.toSorted((one, other) => other.length - one.length);
  const characters = [...(longest ?? word)];
  return [...new Set([characters.slice(0, 3).join(''), characters.slice(-3).join('')])];
}

/** Maximum number of phrases that are looked up in names */
const maximumPhrases = 8;

/**
 * Returns the phrases whose names are listed first: the words of a search in order, and each of its alternatives. Empty
 * if words are combined with alternatives.
 */
export const toPhrases = (filters: readonly Filter[]): string[] =>
  [...new Set(joined(filters.map(alternatives)))].slice(0, maximumPhrases);

function alternatives(filter: Filter): string[] {
  if (!('filters' in filter)) {
    return filter.operator === 'Contains' && typeof filter.value === 'string' ? [filter.value] : [];
  }
  const parts = filter.filters.map(alternatives);
  return filter.operator === 'GroupOr' ? parts.flat() : joined(parts);
}

function joined(parts: readonly string[][]): string[] {
  if (parts.length === 1) return parts[0]!;
  return parts.every((part) => part.length === 1) ? [parts.flat().join(' ')] : [];
}
