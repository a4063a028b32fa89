import type { ComparisonOperator } from '../../../language/ast.ts';

const SCRIPT_OPERATOR = {
  '==': '===',
  '!=': '!==',
  '<': '<',
  '<=': '<=',
  '>': '>',
  '>=': '>=',
} as const;

const OPPOSITE = { '>': '<=', '<': '>=', '>=': '<', '<=': '>' } as const;

/** The comparison as two tests: whether it is true, and whether it is unknown. */
export function comparisonTests(left: string, operator: ComparisonOperator, right: string) {
  return {
    holds: `${left} ${SCRIPT_OPERATOR[operator]} ${right}`,
    unknown: `${left} !== ${left} || ${right} !== ${right}`,
  };
}

/** 1 or 0, and 2 if either side is NaN: then neither the comparison nor its opposite is true. */
export function comparison(
  left: string,
  operator: keyof typeof OPPOSITE | '==' | '!=',
  right: string,
): string {
  if (operator === '==')
    return `${left} === ${right} ? 1 : ${left} === ${left} && ${right} === ${right} ? 0 : 2`;
  if (operator === '!=')
    return `${left} === ${right} ? 0 : ${left} === ${left} && ${right} === ${right} ? 1 : 2`;
  return `${left} ${operator} ${right} ? 1 : ${left} ${OPPOSITE[operator]} ${right} ? 0 : 2`;
}
