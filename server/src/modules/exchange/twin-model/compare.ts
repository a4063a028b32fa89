import type { ModelDefinition } from '@twinward/contracts/library/definition';
import type { DefinitionProblem, PartDifference } from '@twinward/contracts/library/twin-model';
import { quotedNames } from '@twinward/domain/language';
import { checkDefinition } from '@twinward/domain/library/check';
import { differences } from '@twinward/domain/library/differences';
import type { Db } from '../../../platform/database/database.ts';
import { listUnitsNamed } from '../../system/unit/service.ts';

export interface Comparison {
  /** Null: nothing is compared, and there are no differences. */
  before: ModelDefinition | null;
  after: ModelDefinition;
  /** Whether to check what prevents the publication of `after`. */
  isChecked: boolean;
}

export interface Compared {
  differences: PartDifference[];
  problems: DefinitionProblem[];
}

/** Compares and checks definitions; runs as a task, since both may be large. */
export async function compareDefinitions(
  db: Db,
  { before, after, isChecked }: Comparison,
): Promise<Compared> {
  return {
    differences: before === null ? [] : differences(before, after),
    problems: isChecked ? checkDefinition(after, { units: await readUnits(db, after) }) : [],
  };
}

/** Reads the units of the parameters, inputs and calculated tags of a definition, and those that its logic may use. */
export function readUnits(db: Db, { parameters, tagAliases, tags, indicators }: ModelDefinition) {
  const codes = [...parameters, ...tagAliases, ...tags].flatMap(({ unit }) => unit ?? []);
  const logics = [
    ...tags.map(({ logic }) => logic),
    ...indicators.flatMap(({ thresholds }) => thresholds.map(({ logic }) => logic)),
    ...indicators.flatMap(({ patterns }) => patterns?.condition ?? []),
  ];
  return listUnitsNamed(db, [...new Set([...codes, ...logics.flatMap(quotedNames)])]);
}
