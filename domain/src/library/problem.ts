import type { DefinitionProblem } from '@twinward/contracts/library/twin-model';
import type { UnitContext } from '../language/index.ts';
import type { Part } from './parts.ts';

/** What a definition is checked with. */
export interface DefinitionContext {
  /** The known units: those of inputs, and those that logic may name after a number. */
  readonly units?: readonly UnitContext[] | undefined;
}

/** A problem of a part. */
export function problemOf(
  { kind, id, name }: Pick<Part, 'kind' | 'id' | 'name'>,
  field: string,
  message: string,
): DefinitionProblem {
  return { kind, id, part: name, field, message };
}
