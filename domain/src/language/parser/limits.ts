import { maximumLogic } from '@twinward/contracts/protections/logic-limits';

/** Maximum length of a text, in characters. */
export const longestText = maximumLogic;

/** Maximum nesting depth of parentheses, calls and blocks. */
export const deepestNesting = 100;

/** Maximum number of tokens in a text, without comments. */
export const mostTokens = 10_000;

/** Maximum number of windows in a text: pairs of a tag or threshold and a length of time. */
export const mostWindows = 100;

// An alias ends at the next bracket; otherwise each of many unclosed ones would be scanned to the end of the
// line.
const bracketsAndWhatHidesThem = /\/\/.*|\/\*[\s\S]*?(?:\*\/|$)|\[[^[\]\n]*\]|"[^"\n]*"|[(){}]/g;

/**
 * The offset of the first bracket beyond the maximum depth, or null. Checked before parsing, because such a
 * text would overflow the parser's stack.
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

/** Whether a text is within the limits of length and depth. */
export function isParsable(text: string): boolean {
  return text.length <= longestText && bracketTooDeep(text) === null;
}
