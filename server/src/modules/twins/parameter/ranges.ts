import type { TwinParameter } from '@twinward/contracts/twins/parameter';
import { type ParameterRange, parameterProblem } from '@twinward/domain/language';
import type { Db } from '../../../platform/database/database.ts';
import { type Problem, refuseProblems } from '../../../platform/rules.ts';
import { rangesAsked } from './events.ts';
import { type StoredParameter, selectParameters } from './store.ts';

/** Returns the range of a twin's parameter; null if its model has none, or has it in another unit. */
export type FindRange = (
  twinId: number,
  parameter: Pick<StoredParameter, 'unit' | 'modelPart'>,
) => ParameterRange | null;

/** Reads the values that the models of twins allow. */
export async function readRanges(db: Db, twinIds: readonly number[]): Promise<FindRange> {
  const ranges = (await rangesAsked.ask(db, { twinIds })).flat();
  const byPart = new Map(ranges.map((range) => [`${range.twinId} ${range.modelPart}`, range]));
  return (twinId, { unit, modelPart }) => {
    const range = byPart.get(`${twinId} ${modelPart}`);
    return range && range.unit === unit ? { minimum: range.minimum, maximum: range.maximum } : null;
  };
}

/**
 * Rejects new values that the model of a twin does not allow. A value that the twin already has is accepted.
 * @throws AppError `invalid-request` naming each value.
 */
export async function refuseOutOfRange(
  db: Db,
  twinId: number,
  parameters: readonly (TwinParameter & { formerName?: string | undefined })[],
): Promise<void> {
  const findRange = await readRanges(db, [twinId]);
  const stored = (await selectParameters(db, [twinId])).get(twinId) ?? [];
  const before = new Map(stored.map((parameter) => [parameter.name, parameter]));
  refuseProblems(
    parameters.flatMap((parameter, index): Problem[] => {
      const former = before.get(parameter.formerName ?? parameter.name);
      if (!former || (former.value === parameter.value && former.unit === parameter.unit)) return [];
      const range = findRange(twinId, { unit: parameter.unit, modelPart: former.modelPart });
      const problem = parameterProblem(parameter, range);
      return problem ? [{ path: `parameters.${index}.${problem.field}`, message: problem.message }] : [];
    }),
  );
}
