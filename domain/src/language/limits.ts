/** The longest text, in characters. */
export const longestText = 100_000;

/** How deep parentheses, calls and blocks may nest. */
export const deepestNesting = 100;

const bracketsAndWhatHidesThem = /\/\/.*|\/\*[\s\S]*?(?:\*\/|$)|\[[^\]\n]*\]|"[^"\n]*"|[(){}]/g;

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
