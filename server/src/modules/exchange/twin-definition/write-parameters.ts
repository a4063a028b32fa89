import type { ParameterDeclaration } from '@twinward/contracts/twins/parameter';
import type { Db } from '../../../platform/database/database.ts';
import type { Changer } from '../../twins/alias/events.ts';
import { type ParameterToSave, replaceParametersIn } from '../../twins/parameter/service.ts';
import type { TwinChange } from './change.ts';
import { toModelPart } from './part-ids.ts';

/**
 * Creates and updates the parameters of twins before the logic that uses them. An existing parameter keeps its value; a
 * new one has its default. Removed ones stay until `deleteParameters`.
 */
export async function writeParameters(db: Db, by: Changer, changes: readonly TwinChange[]): Promise<void> {
  const changed = changes.filter((change) =>
    change.definition.parameters.some(({ id }) => change.getState('parameters', id) !== 'same'),
  );
  await replace(db, by, changed, (change) => [...listParameters(change), ...removedFrom(change)]);
}

/**
 * Deletes the parameters that twins no longer have.
 * @throws AppError `conflict` if logic still uses one.
 */
export async function deleteParameters(db: Db, by: Changer, changes: readonly TwinChange[]): Promise<void> {
  const losing = changes.filter((change) => removedFrom(change).length > 0);
  await replace(db, by, losing, listParameters);
}

async function replace(
  db: Db,
  by: Changer,
  changes: readonly TwinChange[],
  toParameters: (change: TwinChange) => ParameterToSave[],
): Promise<void> {
  if (changes.length === 0) return;
  const twins = changes.map((change) => ({ twinId: change.twin.twinId, parameters: toParameters(change) }));
  await replaceParametersIn(db, by, twins);
}

const listParameters = (change: TwinChange): ParameterToSave[] =>
  change.definition.parameters.map((parameter) => {
    const former = change.findParameter(parameter.id);
    const { name, description, kind, unit } = parameter;
    const keepsValue = former !== null && former.kind === kind;
    return {
      name,
      description,
      kind,
      unit,
      modelPart: toModelPart(parameter.id),
      value: keepsValue ? former.default : parameter.default,
      ...(former !== null && former.name !== name ? { formerName: former.name } : {}),
    };
  });

/** Returns the parameters to delete, in the form of the twin. */
function removedFrom(change: TwinChange): ParameterToSave[] {
  const kept = new Set(change.definition.parameters.map(({ id }) => id));
  return change.before.parameters
    .filter(({ id }) => !kept.has(id))
    .map(({ id, name, description, kind, unit }: ParameterDeclaration) => ({
      name,
      description,
      kind,
      unit,
      modelPart: toModelPart(id),
      value: change.findParameter(id)!.default,
    }));
}
