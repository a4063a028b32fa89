import type { SyntaxNode, SyntaxNodeRef, Tree } from '@lezer/common';
import type { Range } from '../ast.ts';

/** A word, a mark or a comment of a text. */
export interface Token extends Range {
  /** As in the grammar. */
  name: string;
  /** The name of the node that it stands in. */
  parent: string;
  /** Passed over by the parser's recovery. */
  skipped: boolean;
}

export const comments: ReadonlySet<string> = new Set(['LineComment', 'BlockComment', 'UnclosedComment']);

/** Where a token leaves the parser waiting for a value. */
export const beforeValue: ReadonlySet<string> = new Set([
  ...['+', '-', '*', '/', '(', ',', '=', 'CompareOperator', 'AndKeyword', 'OrKeyword', 'NotKeyword'],
  ...['IfKeyword', 'ElseIfKeyword', 'ReturnKeyword'],
]);

const words: ReadonlySet<string> = new Set(['VariableName', 'VariableDefinition', 'FunctionName']);

/** The tokens of a parsed text in its order: with what the parser skipped, without what it only supposed. */
export function tokensOf(tree: Tree, text: string): Token[] {
  const tokens: Token[] = [];
  tree.iterate({
    enter(reference) {
      const { node, type } = reference;
      const word = words.has(type.name);
      if (!word && node.firstChild !== null) return;
      const { from, to } = word ? wordRange(reference, text) : reference;
      if (from < to) {
        const { parent } = node;
        const skipped = type.isError || parent?.type.isError === true;
        // The parser skips a word that fits nowhere without saying that it is one.
        const name = type.isError && /^[\p{L}_]/u.test(text.slice(from, to)) ? 'VariableName' : type.name;
        tokens.push({ name, from, to, parent: parent?.name ?? '', skipped });
      }
    },
  });
  return tokens;
}

/** Where the word of a name stands: recovery may have put into its node what follows it. */
export function wordRange({ node, from, to }: SyntaxNodeRef, text: string): Range {
  const end = node.firstChild?.from ?? to;
  return { from, to: from + text.slice(from, end).trimEnd().length };
}

/** The children that the parser understood: no comments, nothing skipped or supposed. */
export function childrenOf(node: SyntaxNode): SyntaxNode[] {
  const children: SyntaxNode[] = [];
  for (let child = node.firstChild; child !== null; child = child.nextSibling) {
    if (!child.type.isError && !comments.has(child.name) && child.name !== 'Unknown') children.push(child);
  }
  return children;
}
