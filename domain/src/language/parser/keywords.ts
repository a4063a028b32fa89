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

/** The reserved words, in capitals. */
export const keywordNames: readonly string[] = [...keywords.keys()];

/** The term of a keyword, whatever its case; -1 for any other identifier. Called by the generated parser. */
export function keyword(word: string, _stack: unknown): number {
  return keywords.get(word.toUpperCase()) ?? -1;
}

/** A reserved word as it is written by convention: in capitals, but for null. */
export function conventional(word: string): string {
  const capitals = word.toUpperCase();
  return capitals === 'NULL' ? 'null' : capitals;
}
