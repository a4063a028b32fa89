import * as terms from './parser.terms.ts';

const keywords = new Map<string, number>([
  ['IF', terms.IfKeyword],
  ['ELSEIF', terms.ElseIfKeyword],
  ['ELSE', terms.ElseKeyword],
  ['RETURN', terms.ReturnKeyword],
  ['AND', terms.AndKeyword],
  ['OR', terms.OrKeyword],
  ['NOT', terms.NotKeyword],
  ['TRUE', terms.True],
  ['FALSE', terms.False],
  ['NULL', terms.Null],
  ['NO_CALC', terms.NoCalc],
  ['NUMBER', terms.Number],
  ['BOOL', terms.Bool],
]);

/** The reserved words, in upper case. */
export const keywordNames: readonly string[] = [...keywords.keys()];

/** The term of a keyword, in any case; -1 for other identifiers. Called by the generated parser. */
export function keyword(word: string, _stack: unknown): number {
  return keywords.get(word.toUpperCase()) ?? -1;
}

/** A reserved word in its conventional spelling: upper case, except for null. */
export function conventional(word: string): string {
  const capitals = word.toUpperCase();
  return capitals === 'NULL' ? 'null' : capitals;
}
