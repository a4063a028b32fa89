import { maximumLogic } from '@twinward/contracts/protections/logic-limits';

/** The longest text, in characters. */
export const longestText = maximumLogic;

/** How deep parentheses, calls and blocks may nest. */
export const deepestNesting = 100;

/** Most words and marks of a text, comments not counted. */
export const mostTokens = 10_000;

/** Most windows of a text: pairs of a tag or threshold, and a length of time. */
export const mostWindows = 100;

// An alias ends at the next bracket: so that many unclosed ones are not each scanned to the end of the line.
const bracketsAndWhatHidesThem = /\/\/.*|\/\*[\s\S]*?(?:\*\/|$)|\[[^[\]\n]*\]|"[^"\n]*"|[(){}]/g;

/**
 * The offset of the first bracket that nests too deep, or null. Found before parsing, since a parser's own
 * stack is what such a text would overflow.
 */
export function bracketTooDeep(text: string): number | null {
  let depth = 0;
  for (const { 0: token, index } of text.matchAll(bracketsAndWhatHidesThem)) {
    if (token === '(' || token === '{') depth++;
    else if (token === ')' || token === '}') depth = Math.max(0, depth - 1);
    if (depth > deepestNesting) return index;
  }
  return null;
}

/** Whether a text can be parsed: neither too long nor nested too deep. */
export function canBeParsed(text: string): boolean {
  return text.length <= longestText && bracketTooDeep(text) === null;
}
