import type { SyntaxNode } from '@lezer/common';
import { listChildren } from '../parser/tokens.ts';

/** Child nodes that are not expressions. */
const marks: ReadonlySet<string> = new Set([
  ...['+', '-', '*', '/', '(', ')', ',', 'CompareOperator', 'AndKeyword', 'OrKeyword', 'NotKeyword'],
]);

/** The child nodes that are expressions. */
export function getOperands(node: SyntaxNode): SyntaxNode[] {
  return listChildren(node).filter(({ name }) => !marks.has(name));
}

/** The operators between a node's expressions, by their names in the grammar. */
export function getOperators(node: SyntaxNode): string[] {
  return listChildren(node)
    .map(({ name }) => name)
    .filter((name) => marks.has(name));
}

/** The number of children with a name. */
export function countChildren(node: SyntaxNode, name: string): number {
  return listChildren(node).filter((child) => child.name === name).length;
}

/** Whether no item is null. */
export function allPresent<Item>(items: (Item | null)[]): items is Item[] {
  return !items.includes(null);
}

/** The first operand, and the others each with its operator. */
export function chain<Operand, Operator>(operands: readonly Operand[], operators: readonly Operator[]) {
  const [first, ...others] = operands;
  return {
    first: first!,
    rest: others.map((operand, index) => ({ operator: operators[index]!, operand })),
  };
}
