import { aliasReferences, renameAlias } from '@twinward/domain/language';
import type { Db } from '../../platform/database.ts';
import { requestEvaluation } from '../evaluation/service.ts';
import { findThresholdsOfTwin, renameSettings, replaceInput, updateThresholdLogic } from './store.ts';

/** The protections of a twin whose logic names an alias, by name. */
export async function readUsersOfAlias(
  db: Db,
  twinId: number,
  alias: string,
): Promise<{ id: number; name: string }[]> {
  const users = await thresholdsNaming(db, twinId, alias);
  return [...new Map(users.map((one) => [one.protection_id, one.protection_name]))].map(([id, name]) => ({
    id,
    name,
  }));
}

/** What became of an alias of a twin. */
export interface AliasMove {
  from: string;
  to: string;
  mappedTagId: number | null;
}

/**
 * Has the protections of a twin follow an alias to its new name and tag: their logic is written anew, and
 * they are evaluated over all points, in the caller's transaction.
 */
export async function followAlias(
  db: Db,
  twinId: number,
  { from, to, mappedTagId }: AliasMove,
): Promise<void> {
  const users = await thresholdsNaming(db, twinId, from);
  if (users.length === 0) return;
  if (from !== to) {
    for (const { id, logic } of users) await updateThresholdLogic(db, id, renameAlias(logic, from, to));
  }
  const ids = [...new Set(users.map((one) => one.protection_id))];
  await renameSettings(db, ids, from, to);
  await replaceInput(db, ids, from, to, mappedTagId);
  for (const id of ids) await requestEvaluation(db, id);
}

async function thresholdsNaming(db: Db, twinId: number, alias: string) {
  const thresholds = await findThresholdsOfTwin(db, twinId);
  return thresholds.filter(({ logic }) => aliasReferences(logic).some(({ name }) => name === alias));
}
