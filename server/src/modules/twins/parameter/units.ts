import type { UnitUse } from '@twinward/contracts/system/unit';
import type { Db } from '../../../platform/database/database.ts';
import type { UnitReference, UnitReplacement } from '../../system/unit/events.ts';
import { selectParameterCountByUnit, selectParameters, selectTwinsByParameterUnit } from './store.ts';
import { replaceParametersIn } from './write.ts';

/** Counts the parameters of twins in a unit. */
export async function countParametersInUnit(db: Db, { code }: UnitReference): Promise<UnitUse[]> {
  const count = await selectParameterCountByUnit(db, code);
  return count === 0 ? [] : [{ usedBy: 'parameters', count }];
}

/** Replaces the unit of all parameters that use it by an equal unit. Logic that names them is re-evaluated. */
export async function replaceUnitOfParameters(
  db: Db,
  { by, unit, replacement }: UnitReplacement,
): Promise<void> {
  const twinIds = await selectTwinsByParameterUnit(db, unit.code);
  if (twinIds.length === 0) return;
  const twins = Array.from(await selectParameters(db, twinIds), ([twinId, parameters]) => ({
    twinId,
    parameters: parameters.map((parameter) =>
      parameter.unit === unit.code ? { ...parameter, unit: replacement.code } : parameter,
    ),
  }));
  await replaceParametersIn(db, by, twins);
}
