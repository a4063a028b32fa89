import type { TwinParameters, TwinParametersChange } from '@twinward/contracts/twins/parameter';
import type { Actor } from '../../../platform/actor.ts';
import type { Db } from '../../../platform/database/database.ts';
import { withTransaction } from '../../../platform/database/transaction.ts';
import { outdated } from '../../../platform/errors.ts';
import { publish } from '../../../platform/live/live-events.ts';
import { EntityAudit } from '../../system/audit/service.ts';
import { bumpTwinVersion, getTwin, getTwinVersion, lockTwins } from '../twin/service.ts';
import { parametersAsked } from './events.ts';
import { readRanges, refuseOutOfRange } from './ranges.ts';
import { type StoredParameter, selectParameters } from './store.ts';
import { replaceParametersIn } from './write.ts';

export { type FindRange, readRanges } from './ranges.ts';
export {
  type StoredParameter,
  selectParameters as listParametersOfTwins,
  selectParametersOfTags as listParametersOfTags,
} from './store.ts';
export { readTextFiller } from './texts.ts';
export { countParametersInUnit, replaceUnitOfParameters } from './units.ts';
export { updateValuesIn } from './values.ts';
export { type ParameterToSave, replaceParametersIn } from './write.ts';

const audit = new EntityAudit('twin');

/** Returns the parameters of a twin by name. */
export async function listParameters(db: Db, twinId: number): Promise<StoredParameter[]> {
  return (await selectParameters(db, [twinId])).get(twinId) ?? [];
}

/**
 * Returns the parameters of a twin with the logic that names them, and the ranges of its model.
 * @throws AppError `not-found`.
 */
export async function getTwinParameters(db: Db, twinId: number): Promise<TwinParameters> {
  const version = await getTwinVersion(db, twinId);
  const stored = await listParameters(db, twinId);
  const parameters = stored.map(({ modelPart: _, ...parameter }) => parameter);
  const ranges = stored.length === 0 ? [] : await listRanges(db, twinId, stored);
  const uses = (await parametersAsked.ask(db, { twinIds: [twinId] }))
    .flat()
    .map(({ twinId: _, ...use }) => use);
  return { parameters, uses, ranges, version };
}

/** The ranges of those parameters of a twin for which its model has one. */
async function listRanges(db: Db, twinId: number, stored: readonly StoredParameter[]) {
  const findRange = await readRanges(db, [twinId]);
  return stored.flatMap((parameter) => {
    const range = findRange(twinId, parameter);
    return range ? [{ parameter: parameter.name, ...range }] : [];
  });
}

/**
 * Replaces the parameters of a twin at the given version. New values must be within the ranges of its model.
 * @throws AppError as `replaceParametersIn`; `not-found`; `conflict` with the current parameters at another version.
 */
export async function updateTwinParameters(
  actor: Actor,
  twinId: number,
  { parameters, version }: TwinParametersChange,
): Promise<TwinParameters> {
  return withTransaction(actor.tenant.db, async (db) => {
    await lockTwins(db, [twinId]);
    const { assetName } = await getTwin(db, twinId);
    const before = await getTwinParameters(db, twinId);
    if (before.version !== version) {
      throw outdated(`The twin ${assetName}`, version, before);
    }
    await refuseOutOfRange(db, twinId, parameters);
    await replaceParametersIn(db, actor, [{ twinId, parameters }]);
    await bumpTwinVersion(db, twinId);
    const now = await getTwinParameters(db, twinId);
    await audit.changed(
      db,
      actor,
      { id: twinId, name: assetName },
      { old: { parameters: before.parameters }, new: { parameters: now.parameters } },
    );
    await publish(db, { type: 'twin-parts', twinIds: [twinId] });
    return now;
  });
}
