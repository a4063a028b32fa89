import type { ParameterValue } from '@twinward/contracts/twins/parameter';
import type { Actor } from '../../../platform/actor.ts';
import type { Db } from '../../../platform/database/database.ts';
import { AppError } from '../../../platform/errors.ts';
import { publish } from '../../../platform/live/live-events.ts';
import { EntityAudit } from '../../system/audit/service.ts';
import { bumpTwinVersion, lockTwins } from '../twin/service.ts';
import { selectAssetNames, selectParameters } from './store.ts';
import { replaceParametersIn } from './write.ts';

const audit = new EntityAudit('twin');

/** A new value of a twin's parameter. */
export interface ValueOfTwin {
  twinId: number;
  name: string;
  value: ParameterValue | null;
}

/**
 * Sets parameter values of many twins, in the caller's transaction. Logic that names the parameters is re-evaluated.
 * @throws AppError `conflict` for a parameter that no longer exists; and as `replaceParametersIn`.
 */
export async function updateValuesIn(
  db: Db,
  by: Pick<Actor, 'userId' | 'userName'>,
  values: readonly ValueOfTwin[],
): Promise<void> {
  const twinIds = [...new Set(values.map(({ twinId }) => twinId))];
  await lockTwins(db, twinIds);
  const before = await selectParameters(db, twinIds);
  const after = new Map(Array.from(before, ([twinId, parameters]) => [twinId, [...parameters]]));
  for (const { twinId, name, value } of values) {
    const parameters = after.get(twinId) ?? [];
    const index = parameters.findIndex((parameter) => parameter.name === name);
    if (index < 0) throw new AppError('conflict', `The parameter {${name}} was removed meanwhile.`);
    parameters[index] = { ...parameters[index]!, value };
  }
  const twins = Array.from(after, ([twinId, parameters]) => ({ twinId, parameters }));
  await replaceParametersIn(db, by, twins);
  for (const { twinId } of twins) await bumpTwinVersion(db, twinId);
  const names = await selectAssetNames(db, twinIds);
  await audit.recordAll(
    db,
    by,
    'update',
    twins.map(({ twinId, parameters }) => ({ id: twinId, name: names.get(twinId)!, parameters })),
    ({ id, parameters }) => ({ old: { parameters: before.get(id) }, new: { parameters } }),
  );
  await publish(db, { type: 'twin-parts', twinIds });
}
