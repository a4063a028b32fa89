import { parameterReferences, replaceParameters } from '@twinward/domain/language';
import type { Db } from '../../../platform/database/database.ts';
import { AppError } from '../../../platform/errors.ts';
import { countTagChange } from '../../signals/tag/service.ts';
import type { ParameterChanges, TwinParameterUse } from '../../twins/parameter/events.ts';
import { selectCalculationsWithBraces } from './store.ts';
import { updateLogic } from './update.ts';

/** Lists the calculated tags of twins' assets that use parameters. */
export async function listParameterUsesOfCalculations(
  db: Db,
  { twinIds }: { twinIds: readonly number[] },
): Promise<TwinParameterUse[]> {
  return (await selectCalculationsWithBraces(db, twinIds)).flatMap(({ twinId, id, name, logic }) =>
    parameterReferences(logic).map((parameter) => ({ twinId, parameter, type: 'calculatedTag', id, name })),
  );
}

/**
 * Updates the calculated tags of twins' assets after parameters changed: rewrites logic that uses a renamed parameter,
 * and recalculates tags that use a changed one.
 * @throws AppError `conflict`, naming a tag whose logic does not compile with a parameter's new unit or kind.
 */
export async function followChangedParameters(db: Db, { by, changes }: ParameterChanges): Promise<void> {
  const byTwin = new Map(changes.map((change) => [change.twinId, change]));
  const followed = new Set<number>();
  for (const { twinId, id, name, logic } of await selectCalculationsWithBraces(db, [...byTwin.keys()])) {
    const change = byTwin.get(twinId)!;
    const isNaming = parameterReferences(logic).some((parameter) => change.names.includes(parameter));
    if (!isNaming || followed.has(id)) continue;
    followed.add(id);
    const tag = { id, name, areParametersChanged: true };
    try {
      await updateLogic(db, tag, { logic: replaceParameters(logic, change.renamed) }, by.userId);
    } catch (error) {
      if (!(error instanceof AppError) || error.id !== 'invalid-expression') throw error;
      throw new AppError('conflict', `The calculated tag ${name} can’t be calculated then: ${error.message}`);
    }
    await countTagChange(db, id);
  }
}
