import type { ParameterContext, UnitContext } from './context.ts';
import { intervalLiteral, wordsOfInterval } from './interval-literal.ts';

/** Returns the length of an interval parameter in milliseconds, or an error message. */
export function parameterLength(
  value: number | string,
): { milliseconds: number } | { milliseconds: null; message: string } {
  const read = intervalLiteral(`#${value}`);
  if ('code' in read) return { milliseconds: null, message: read.message };
  if (read.milliseconds > 0) return read;
  return { milliseconds: null, message: 'Please enter a length of time above zero.' };
}

/** The allowed values of a number. Null for no bound. */
export interface ParameterRange {
  minimum: number | null;
  maximum: number | null;
}

/** Returns the error of a number outside a range, or null. */
export function rangeProblem({ minimum, maximum }: ParameterRange, value: number): string | null {
  if (minimum !== null && value < minimum) return `Please enter a number of at least ${minimum}.`;
  if (maximum !== null && value > maximum) return `Please enter a number of at most ${maximum}.`;
  return null;
}

/**
 * Returns the error of a parameter's value, or of a unit that it can't have. Null if valid.
 * @param range the range that the twin's model allows; null for any
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

/** Returns the parameters with placeholders for missing values, to check logic before the twin has all values. */
export const withPlaceholders = (parameters: readonly ParameterContext[]): ParameterContext[] =>
  parameters.map((parameter) =>
    parameter.value === null
      ? { ...parameter, value: parameter.kind === 'number' ? 1 : 'P1D' }
      : { ...parameter },
  );

/** Formats a parameter's value: `7.1 mm/s`, `7 days`. Empty without a value. */
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

/** The name of a parameter in braces, as in the grammar. */
const parameterInText = /\{([^{}[\]"/\s][^{}[\]"/\r\n]*)\}/g;

/** Replaces the parameters in a text by their values. A name without a value is not replaced. */
export function fillParameters(text: string, values: ReadonlyMap<string, string>): string {
  return text.includes('{')
    ? text.replace(parameterInText, (whole, name: string) => values.get(name) || whole)
    : text;
}

/** Returns the names of the parameters in a text that is not logic, each once, in order. */
export const parametersInText = (text: string): string[] => [
  ...new Set(Array.from(text.matchAll(parameterInText), ([, name]) => name!)),
];
