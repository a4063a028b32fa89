import { parameterReferences, renameAlias, replaceParameters } from '@twinward/domain/language';
import type { Db } from '../../../platform/database/database.ts';
import { AppError } from '../../../platform/errors.ts';
import type { AliasChange, AliasEvent } from '../../twins/alias/events.ts';
import type { ParameterChanges } from '../../twins/parameter/events.ts';
import { conditionKey } from './condition-key.ts';
import {
  selectAliasNames,
  selectConditions,
  selectModelsOfAlias,
  selectVersionsInService,
  updateCondition,
  updateConditionKey,
} from './store.ts';

/** Lists the models in service that have an alias as an input, for the message of a rejection. */
export async function listModelsOfAlias(db: Db, { alias }: AliasEvent): Promise<string[]> {
  return (await selectModelsOfAlias(db, alias.id)).map((name) => `the model in service of ${name}`);
}

/**
 * @param aliasIds the new inputs of a protection
 * @throws AppError `conflict`, naming an input of its model in service that is not among them
 */
export async function assertKeepsModelInputs(
  db: Db,
  protectionId: number,
  aliasIds: readonly number[],
): Promise<void> {
  const version = (await selectVersionsInService(db, [protectionId])).get(protectionId);
  const removed = version?.inputs.find(({ tagAliasId }) => !aliasIds.includes(tagAliasId));
  if (!removed) return;
  const name = (await selectAliasNames(db, [removed.tagAliasId])).get(removed.tagAliasId);
  if (name === undefined) return;
  const message = `The input [${name}] is one of the model in service, and can’t be removed.`;
  throw new AppError('conflict', message);
}

/** Rewrites the conditions of use that refer to a renamed alias. */
export async function followRenamedAlias(db: Db, { before, now }: AliasChange): Promise<void> {
  if (before.twinId === null || before.name === now.name) return;
  for (const { table, id, condition } of await selectConditions(db, [before.twinId])) {
    const renamed = renameAlias(condition, before.name, now.name);
    if (renamed !== condition) await updateCondition(db, table, id, renamed);
  }
}

/**
 * Rewrites the conditions of use that refer to a renamed parameter, and updates the checksums of their sets. A trained
 * model keeps the values of its condition.
 */
export async function followParametersOfConditions(db: Db, { changes }: ParameterChanges): Promise<void> {
  const byTwin = new Map(changes.map((change) => [change.twinId, change]));
  for (const { table, id, twinId, protectionId, condition } of await selectConditions(db, [
    ...byTwin.keys(),
  ])) {
    const { names, renamed } = byTwin.get(twinId)!;
    if (!parameterReferences(condition).some((name) => names.includes(name))) continue;
    const now = replaceParameters(condition, renamed);
    if (now !== condition) await updateCondition(db, table, id, now);
    if (table === 'pattern_set') await updateConditionKey(db, id, await conditionKey(db, protectionId, now));
  }
}
