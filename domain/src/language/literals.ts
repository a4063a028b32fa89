import type { CheckedProgram, NumberExpression, Range } from './ast.ts';

/** A number of the text, with its sign. */
export interface Literal extends Range {
  value: number;
}

/** A variable that always has the value of one number in the text. */
export interface LiteralVariable {
  literal: Literal;
  /** Number of times that the text reads it. */
  uses: number;
}

/** Returns a number in the text, optionally negated. Null for a parameter, whose value is not in the text. */
export function toLiteral(node: NumberExpression): Literal | null {
  const number = node.kind === 'negate' ? node.operand : node;
  if (number.kind !== 'number' || number.parameter !== undefined) return null;
  if (node === number) return { from: node.from, to: node.to, value: number.value };
  return { from: node.from, to: node.to, value: -number.value };
}

/** Returns the variables that are assigned only once, a number without a unit. By slot. */
export function findLiteralVariables(program: CheckedProgram): Map<number, LiteralVariable> {
  const values = new Map<number, NumberExpression[]>();
  const uses = new Map<number, number>();
  for (const node of listNodes(program.statements)) {
    const slot = node.slot!;
    if (node.kind === 'variable') uses.set(slot, (uses.get(slot) ?? 0) + 1);
    if (node.kind === 'assign')
      values.set(slot, [...(values.get(slot) ?? []), node.value as NumberExpression]);
  }
  const found = new Map<number, LiteralVariable>();
  for (const [slot, [value, ...others]] of values) {
    const literal = others.length === 0 ? toLiteral(value!) : null;
    if (literal === null || hasUnit(value!)) continue;
    found.set(slot, { literal, uses: uses.get(slot) ?? 0 });
  }
  return found;
}

/** The properties of any node that conditions use. */
interface AnyNode {
  kind?: string;
  alias?: unknown;
  slot?: number;
  unit?: unknown;
  value?: unknown;
}

/** Whether a number in a part of a program has a unit. */
export const hasUnit = (node: object): boolean =>
  somePart(node, ({ kind, unit }) => kind === 'number' && unit !== undefined);

/** Whether a node of a program, or one of its parts, meets a condition. */
export function somePart(node: object, meets: (part: AnyNode) => boolean): boolean {
  for (const part of listNodes(node)) if (meets(part)) return true;
  return false;
}

/** A node of a program and all its parts. */
function* listNodes(node: object): Generator<AnyNode> {
  yield node;
  for (const value of Object.values(node) as unknown[]) {
    if (typeof value === 'object' && value !== null) yield* listNodes(value);
  }
}
