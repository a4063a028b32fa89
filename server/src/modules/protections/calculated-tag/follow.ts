import { aliasReferences, renameAlias } from '@twinward/domain/language';
import type { Conversion } from '@twinward/domain/units/conversion';
import type { Db } from '../../../platform/database/database.ts';
import { found } from '../../../platform/errors.ts';
import { countTagChange } from '../../signals/tag/service.ts';
import type { AliasChange, AliasEvent } from '../../twins/alias/events.ts';
import { updateFollowers } from '../../twins/alias/service.ts';
import { listParametersOfTags } from '../../twins/parameter/service.ts';
import { readCalculation } from '../evaluation/service.ts';
import { convertLogic } from './logic.ts';
import { updateLogic } from './update.ts';

/** Handles a new alias of a calculated tag: adds it to the inputs and rejects cycles. */
export async function followNewAlias(db: Db, { by, alias }: AliasEvent): Promise<void> {
  if (alias.calculatedTagId !== null) await updateTag(db, alias.calculatedTagId, by.userId, null);
}

/**
 * Follows an alias whose name, tag or unit changed: recalculates the calculated tag that owns it or, for an alias of a
 * twin, the calculated tags that use it.
 */
export async function followChangedAlias(db: Db, { by, before, now, limits }: AliasChange): Promise<void> {
  if (before.calculatedTagId !== null) {
    const rename = { from: before.name, to: now.name };
    return updateTag(db, before.calculatedTagId, by.userId, rename, limits);
  }
  if (before.mappedTagId === now.mappedTagId) return;
  for (const tagId of await updateFollowers(db, now)) {
    await updateTag(db, tagId, by.userId, null);
  }
}

/** Bumps the version of a calculated tag that lost an alias. */
export async function followDeletedAlias(db: Db, { alias }: AliasEvent): Promise<void> {
  if (alias.calculatedTagId !== null) await countTagChange(db, alias.calculatedTagId);
}

/** Returns the calculated tag of an alias if its logic refers to the alias. */
export async function listTagsOfAlias(db: Db, { alias }: AliasEvent): Promise<string[]> {
  if (alias.calculatedTagId === null) return [];
  const { name, logic } = found(await readCalculation(db, alias.calculatedTagId), 'Calculated tag');
  return aliasReferences(logic).some((reference) => reference.name === alias.name) ? [name] : [];
}

async function updateTag(
  db: Db,
  tagId: number,
  userId: number,
  rename: { from: string; to: string } | null,
  limits: Conversion | null = null,
): Promise<void> {
  const { name, logic: stored } = found(await readCalculation(db, tagId), 'Calculated tag');
  const parameters = limits ? ((await listParametersOfTags(db, [tagId])).get(tagId) ?? []) : [];
  const logic = rename && limits ? convertLogic(stored, rename.from, limits, parameters).text : stored;
  const change = rename ? { logic: renameAlias(logic, rename.from, rename.to) } : {};
  await updateLogic(db, { id: tagId, name }, change, userId);
  await countTagChange(db, tagId);
}
