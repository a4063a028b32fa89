import { aliasReferences, replaceParameters } from '@twinward/domain/language';
import type { Db } from '../../../platform/database/database.ts';
import { listParameters } from '../../twins/parameter/service.ts';
import { mayNameParameter } from '../definition/service.ts';
import { selectAliasIds, selectTwinId } from './store.ts';

/**
 * Returns a condition with the ids of aliases and the values of parameters in place of their names, so that a renaming
 * doesn't change it.
 */
export async function conditionKey(
  db: Db,
  protectionId: number,
  condition: string | null,
): Promise<string | null> {
  if (condition === null) return null;
  const ids = await selectAliasIds(db, protectionId);
  let key = '';
  let at = 0;
  for (const { name, from, to } of aliasReferences(condition)) {
    key += `${condition.slice(at, from)}[#${ids.get(name) ?? name}]`;
    at = to;
  }
  return replaceParameters(key + condition.slice(at), await readValues(db, protectionId, condition));
}

/** Reads the values of the twin's parameters by name, each with its unit. */
async function readValues(db: Db, protectionId: number, condition: string): Promise<Map<string, string>> {
  if (!mayNameParameter(condition)) return new Map();
  const parameters = await listParameters(db, await selectTwinId(db, protectionId));
  return new Map(parameters.map(({ name, value, unit }) => [name, JSON.stringify([value, unit])]));
}
