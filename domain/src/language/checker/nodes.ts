import type { SyntaxNode } from '@lezer/common';
import { childrenOf } from '../parser/tokens.ts';

/** Children of a node that are no expression. */
const marks: ReadonlySet<string> = new Set([
  ...['+', '-', '*', '/', '(', ')', ',', 'CompareOperator', 'AndKeyword', 'OrKeyword', 'NotKeyword'],
]);

/** The expressions among a node's children. */
export function operandsOf(node: SyntaxNode): SyntaxNode[] {
  return childrenOf(node).filter(({ name }) => !marks.has(name));
}

/** The signs and words between a node's expressions, by their names in the grammar. */
export function operatorsOf(node: SyntaxNode): string[] {
  return childrenOf(node)
    .map(({ name }) => name)
    .filter((name) => marks.has(name));
}

/** How many children of a node have a name. */
export function countOf(node: SyntaxNode, name: string): number {
  return childrenOf(node).filter((child) => child.name === name).length;
}

/** Whether none of the items is missing. */
export function allThere<Item>(items: (Item | null)[]): items is Item[] {
  return !items.includes(null);
}

/** A first operand, and the others each with the operator before it. */
export function chain<Operand, Operator>(operands: readonly Operand[], operators: readonly Operator[]) {
  const [first, ...others] = operands;
  return {
    first: first!,
    rest: others.map((operand, index) => ({ operator: operators[index]!, operand })),
  };
}
