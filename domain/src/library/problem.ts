import type { DefinitionProblem } from '@twinward/contracts/library/twin-model';
import type { UnitContext } from '../language/index.ts';
import type { Part } from './parts.ts';

/** What a check of a definition needs. */
export interface DefinitionContext {
  /** The known units: those of inputs, and those that logic can use after a number. */
  readonly units?: readonly UnitContext[] | undefined;
}

/** Creates a problem of a part. */
export function toProblem(
  { kind, id, name }: Pick<Part, 'kind' | 'id' | 'name'>,
  field: string,
  message: string,
): DefinitionProblem {
  return { kind, id, part: name, field, message };
}
