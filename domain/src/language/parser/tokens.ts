import type { SyntaxNode, SyntaxNodeRef, Tree } from '@lezer/common';
import type { Range } from '../ast.ts';

/** A word, punctuation mark or comment of a text. */
export interface Token extends Range {
  /** Its name in the grammar. */
  name: string;
  /** The name of its parent node. */
  parent: string;
  /** Skipped by the parser's error recovery. */
  skipped: boolean;
}

export const comments: ReadonlySet<string> = new Set(['LineComment', 'BlockComment', 'UnclosedComment']);

/** Tokens after which the parser expects a value. */
export const beforeValue: ReadonlySet<string> = new Set([
  ...['+', '-', '*', '/', '(', ',', '=', 'CompareOperator', 'AndKeyword', 'OrKeyword', 'NotKeyword'],
  ...['IfKeyword', 'ElseIfKeyword', 'ReturnKeyword'],
]);

const words: ReadonlySet<string> = new Set(['VariableName', 'VariableDefinition', 'FunctionName']);

/**
 * The tokens of a parsed text in order, including those that the parser skipped, without those that it
 * inserted.
 */
export function listTokens(tree: Tree, text: string): Token[] {
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
        // The parser does not name words that it skips.
        const name = type.isError && /^[\p{L}_]/u.test(text.slice(from, to)) ? 'VariableName' : type.name;
        tokens.push({ name, from, to, parent: parent?.name ?? '', skipped });
      }
    },
  });
  return tokens;
}

/** The range of the word in a name: error recovery may have added the following text to its node. */
export function wordRange({ node, from, to }: SyntaxNodeRef, text: string): Range {
  const end = node.firstChild?.from ?? to;
  return { from, to: from + text.slice(from, end).trimEnd().length };
}

/** The children without comments and without nodes from error recovery. */
export function listChildren(node: SyntaxNode): SyntaxNode[] {
  const children: SyntaxNode[] = [];
  for (let child = node.firstChild; child !== null; child = child.nextSibling) {
    if (!child.type.isError && !comments.has(child.name) && child.name !== 'Unknown') children.push(child);
  }
  return children;
}
