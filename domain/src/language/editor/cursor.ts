import type { SyntaxNode } from '@lezer/common';
import type { DeclaredVariable } from '../checker/scope.ts';
import { isParsable } from '../parser/limits.ts';
import { parser } from '../parser/parser.ts';
import { beforeValue, comments, listTokens, type Token, wordRange } from '../parser/tokens.ts';

/** The surroundings of a position in an incomplete text. */
export interface Cursor {
  /** The token at or directly before the position; null in white space. */
  token: Token | null;
  /** The token before `token`, or before the position. */
  before: Token | null;
  /** The innermost open call: its name as written, and the number of commas before the position. */
  call: { name: string; index: number } | null;
  /** Whether `token` is a { that may start the name of a parameter. */
  opensParameter: boolean;
  /** Whether the position is inside parentheses or a call. */
  inParentheses: boolean;
  /** The variables visible at the position. */
  variables: readonly DeclaredVariable[];
}

/**
 * Tokens that the next character may extend: words and unclosed ones; not punctuation, nor closed [aliases]
 * and "names".
 */
const growing =
  /Keyword$|Literal$|^Unclosed|^LineComment$|^Interval$|Name$|^VariableDefinition$|^(True|False|Null|NoCalc|Number|Bool)$/;

/** Null for a text beyond the limits. */
export function cursorAt(text: string, offset: number): Cursor | null {
  if (!isParsable(text)) return null;
  const tree = parser.parse(text);
  const all = listTokens(tree, text);
  const behind = all.findLastIndex(({ from }) => from < offset);
  const here = all[behind];
  const typing =
    here !== undefined &&
    (offset < here.to || (offset === here.to && here.name !== 'Name' && growing.test(here.name)));
  const previous = all.slice(0, Math.max(0, behind)).findLast(({ name }) => !comments.has(name));
  const opensParameter =
    here?.to === offset &&
    text.slice(here.from, here.to) === '{' &&
    (previous === undefined || beforeValue.has(previous.name));
  const token = typing || opensParameter ? here! : null;
  const earlier = all
    .slice(0, token === null ? behind + 1 : behind)
    .filter(({ name }) => !comments.has(name));
  return {
    token,
    opensParameter,
    before: earlier.at(-1) ?? null,
    ...enclosing(text, earlier),
    variables: variablesAt(tree.resolveInner(offset, -1), offset, text),
  };
}

/** Searches backwards for the innermost open parenthesis. */
function enclosing(text: string, tokens: readonly Token[]): Pick<Cursor, 'call' | 'inParentheses'> {
  let closed = 0;
  let commas = 0;
  for (let at = tokens.length - 1; at >= 0; at--) {
    const { name } = tokens[at]!;
    if (name === '{' || name === '}') break;
    if (name === ')') closed++;
    if (name === ',' && closed === 0) commas++;
    if (name !== '(') continue;
    if (closed-- > 0) continue;
    const word = tokens[at - 1];
    const call =
      word?.name === 'FunctionName' ? { name: text.slice(word.from, word.to), index: commas } : null;
    return { call, inParentheses: true };
  }
  return { call: null, inParentheses: false };
}

/** The variables declared before a position, in its block and the surrounding ones. */
function variablesAt(inner: SyntaxNode, offset: number, text: string): DeclaredVariable[] {
  const variables: DeclaredVariable[] = [];
  for (let node: SyntaxNode | null = inner; node !== null; node = node.parent) {
    if (node.name !== 'Block' && node.name !== 'Script') continue;
    for (const declaration of node.getChildren('Declaration')) {
      const definition = declaration.getChild('VariableDefinition');
      if (declaration.to >= offset || definition === null) continue;
      const { from, to } = wordRange(definition, text);
      if (from === to) continue;
      variables.push({
        name: text.slice(from, to),
        type: declaration.getChild('Bool') ? 'boolean' : 'number',
      });
    }
  }
  return variables;
}
