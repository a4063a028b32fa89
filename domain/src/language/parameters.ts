import type { ParameterContext, UnitContext } from './context.ts';
import { intervalLiteral, wordsOfInterval } from './interval-literal.ts';

/** The length of an interval parameter in milliseconds, or what is wrong with it. */
export function parameterLength(
  value: number | string,
): { milliseconds: number } | { milliseconds: null; message: string } {
  const read = intervalLiteral(`#${value}`);
  if ('code' in read) return { milliseconds: null, message: read.message };
  if (read.milliseconds > 0) return read;
  return { milliseconds: null, message: 'Please enter a length of time above zero.' };
}

/** The allowed values of a number; null: no bound. */
export interface ParameterRange {
  minimum: number | null;
  maximum: number | null;
}

/** What is wrong with a number that is outside of a range; null if nothing is. */
export function rangeProblem({ minimum, maximum }: ParameterRange, value: number): string | null {
  if (minimum !== null && value < minimum) return `Please enter a number of at least ${minimum}.`;
  if (maximum !== null && value > maximum) return `Please enter a number of at most ${maximum}.`;
  return null;
}

/**
 * What is wrong with a parameter's value, or its unit where it can't have one; null if nothing is.
 * @param range that the model of the twin allows; null for none
 */
export function parameterProblem(
  { kind, value, unit }: Pick<ParameterContext, 'kind' | 'value' | 'unit'>,
  range: ParameterRange | null = null,
): { field: 'value' | 'unit'; message: string } | null {
  if (kind === 'interval' && unit) return { field: 'unit', message: 'A length of time has no unit.' };
  if (value === null) return null;
  if (kind === 'number') {
    if (typeof value !== 'number') return { field: 'value', message: 'Please enter a number.' };
    const message = range && rangeProblem(range, value);
    return message === null ? null : { field: 'value', message };
  }
  if (typeof value === 'number') {
    return { field: 'value', message: 'Please enter a length of time as ISO 8601, as in P30D or PT8H.' };
  }
  const length = parameterLength(value);
  return length.milliseconds === null ? { field: 'value', message: length.message } : null;
}

/** Parameters of which each has a value, for logic that is saved before its twin has them all. */
export const withPlaceholders = (parameters: readonly ParameterContext[]): ParameterContext[] =>
  parameters.map((parameter) =>
    parameter.value === null
      ? { ...parameter, value: parameter.kind === 'number' ? 1 : 'P1D' }
      : { ...parameter },
  );

/** A parameter's value as people read it: `7.1 mm/s`, `7 days`; empty without a value. */
export function showParameter(
  { kind, value, unit }: Pick<ParameterContext, 'kind' | 'value' | 'unit'>,
  units: readonly Pick<UnitContext, 'code' | 'abbreviation'>[] = [],
): string {
  if (value === null) return '';
  if (kind === 'interval') {
    const { milliseconds } = parameterLength(value);
    return milliseconds === null ? String(value) : wordsOfInterval(milliseconds);
  }
  const abbreviation = unit && (units.find(({ code }) => code === unit)?.abbreviation ?? unit);
  return abbreviation ? `${value} ${abbreviation}` : String(value);
}

/** The name of a parameter in braces, as the grammar has it. */
const parameterInText = /\{([^{}[\]"/\s][^{}[\]"/\r\n]*)\}/g;

/** A text with its parameters' values in their place. A name without a value stays as it is. */
export function fillParameters(text: string, values: ReadonlyMap<string, string>): string {
  return text.includes('{')
    ? text.replace(parameterInText, (whole, name: string) => values.get(name) || whole)
    : text;
}

/** The names of the parameters in a text that is no logic, each once, in order. */
export const parametersInText = (text: string): string[] => [
  ...new Set(Array.from(text.matchAll(parameterInText), ([, name]) => name!)),
];
