import type { DefinitionProblem } from '@twinward/contracts/library/twin-model';
import { type ParameterDeclaration, parameterValue } from '@twinward/contracts/twins/parameter';
import { rangeProblem } from '../language/parameters.ts';
import type { Part } from './parts.ts';
import { toProblem } from './problem.ts';

type Bounds = Pick<ParameterDeclaration, 'kind' | 'minimum' | 'maximum'>;

/** Returns what is wrong with the value of a declared parameter; null if it is valid or missing. */
function parameterValueProblem(
  { kind, minimum, maximum }: Bounds,
  value: number | string | null,
): string | null {
  if (value === null) return null;
  if (kind === 'interval') {
    return typeof value === 'string' && parameterValue.safeParse(value).success
      ? null
      : 'Please enter a duration in ISO 8601 format, for example P30D or PT8H.';
  }
  if (typeof value !== 'number') return 'Please enter a number.';
  return rangeProblem({ minimum, maximum }, value);
}

/** Returns what is wrong with the declaration of a parameter: its unit, bounds and default. */
export function parameterProblems(part: Part): DefinitionProblem[] {
  const { kind, unit, minimum, maximum, default: value } = part.fields as unknown as ParameterDeclaration;
  const found = (field: string, message: string) => [toProblem(part, field, message)];
  if (kind === 'interval') {
    if (minimum !== null || maximum !== null) {
      return found('minimum', 'An interval has no minimum and no maximum.');
    }
    if (unit !== null) return found('unit', 'An interval has no unit.');
  }
  if (minimum !== null && maximum !== null && minimum > maximum) {
    return found('maximum', 'The maximum must be at least the minimum.');
  }
  const message = parameterValueProblem({ kind, minimum, maximum }, value);
  return message === null ? [] : found('default', message);
}
