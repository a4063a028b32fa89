import type { SyntaxNode } from '@lezer/common';
import type { DeclaredVariable } from '../checker/scope.ts';
import { canBeParsed } from '../parser/limits.ts';
import { parser } from '../parser/parser.ts';
import { comments, type Token, tokensOf, wordRange } from '../parser/tokens.ts';

/** What stands round a place in a text, which may be half typed. */
export interface Cursor {
  /** The token that the place is in or right behind; null in white space. */
  token: Token | null;
  /** The token before that, or before the place. */
  before: Token | null;
  /** The call whose parentheses are open here: its name as written, and how many commas precede the place. */
  call: { name: string; index: number } | null;
  /** Whether an opening parenthesis or a call is open. */
  inParentheses: boolean;
  /** Those that can be used here. */
  variables: readonly DeclaredVariable[];
}

/** Tokens that the next character may belong to: words and what is not closed; not marks, nor [aliases] and "names". */
const growing =
  /Keyword$|Literal$|^Unclosed|^LineComment$|^Interval$|Name$|^VariableDefinition$|^(True|False|Null|NoCalc|Number|Bool)$/;

/** Null for a text past the limits. */
export function cursorAt(text: string, offset: number): Cursor | null {
  if (!canBeParsed(text)) return null;
  const tree = parser.parse(text);
  const all = tokensOf(tree, text);
  const behind = all.findLastIndex(({ from }) => from < offset);
  const here = all[behind];
  const typing =
    here !== undefined &&
    (offset < here.to || (offset === here.to && here.name !== 'Name' && growing.test(here.name)));
  const token = typing ? here : null;
  const earlier = all
    .slice(0, token === null ? behind + 1 : behind)
    .filter(({ name }) => !comments.has(name));
  return {
    token,
    before: earlier.at(-1) ?? null,
    ...enclosing(text, earlier),
    variables: variablesAt(tree.resolveInner(offset, -1), offset, text),
  };
}

/** Walks back to the parenthesis that is still open. */
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

/** The variables declared before a place in its block and the blocks round it. */
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
