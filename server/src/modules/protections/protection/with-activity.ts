import type {
  NewProtectionWithActivity,
  ProtectionWithActivity,
} from '@twinward/contracts/protections/activity-protection';
import type { ProtectionChange } from '@twinward/contracts/protections/protection';
import type { ActivityChange } from '@twinward/contracts/twins/activity';
import { assertAccess } from '../../../platform/access.ts';
import type { Actor } from '../../../platform/actor.ts';
import type { Db } from '../../../platform/database/database.ts';
import { withTransaction } from '../../../platform/database/transaction.ts';
import { AppError, found, orNameTaken, outdated } from '../../../platform/errors.ts';
import { referred } from '../../../platform/rules.ts';
import { createTags } from '../../signals/tag/service.ts';
import { createActivityIn, readActivity, updateActivityIn } from '../../twins/activity/service.ts';
import { createAliasRows, getAlias, listAliasRows, updateAliasRow } from '../../twins/alias/service.ts';
import { followAlias } from './aliases.ts';
import { getProtection } from './read.ts';
import { selectAssetOfTwin } from './store.ts';
import { createProtectionIn, updateProtectionIn } from './write.ts';

/**
 * Creates a protection with the activity that it watches, in one transaction: the tag and input of its work, the
 * activity, and the protection.
 * @throws AppError `forbidden` without the right to write twins or tags; `conflict` if a name is in use or a record is
 *   at another version; and like `createProtection`.
 */
export function createWithActivity(
  actor: Actor,
  { indicator, activity, tagAlias, tag, interval }: NewProtectionWithActivity,
): Promise<ProtectionWithActivity> {
  assertAccess(actor, 'write:twin');
  if (tag !== null) assertAccess(actor, 'write:tag');
  return withTransaction(actor.tenant.db, async (db) => {
    const { twinId } = indicator;
    const assetId = found(await selectAssetOfTwin(db, twinId), 'Twin');
    const tagId = tag && (await createWorkTag(db, tag, assetId));
    const aliasId = tagAlias && (await saveAlias(db, twinId, tagAlias, tagId));
    const tagAliasId = aliasId ?? activity.tagAliasId;
    const savedActivity =
      'id' in activity
        ? await changeActivity(db, actor, { ...activity, tagAliasId })
        : await createActivityIn(db, actor, { ...activity, tagAliasId, twinId }, toFieldOptions(activity));
    const aliases = interval && aliasId ? [{ ...interval, tagAliasId: aliasId }] : [];
    const id = await createProtectionIn(db, actor, {
      ...indicator,
      tagAliasIds: aliasId === null ? indicator.tagAliasIds : [...indicator.tagAliasIds, aliasId],
      aliases: [
        ...indicator.aliases.filter((one) => aliases.length === 0 || one.tagAliasId !== aliasId),
        ...aliases,
      ],
    });
    return {
      indicator: await getProtection(db, id),
      activity: savedActivity,
      tagAlias: tagAliasId === null ? null : await getAlias(db, tagAliasId),
    };
  });
}

/**
 * Updates a protection and the activity that it watches in one transaction.
 * @throws AppError like `updateProtection` and `updateActivity`; `forbidden` without the right to write twins.
 */
export function updateWithActivity(
  actor: Actor,
  id: number,
  { indicator, activity }: { indicator: ProtectionChange; activity: ActivityChange & { id: number } },
): Promise<ProtectionWithActivity> {
  assertAccess(actor, 'write:twin');
  return withTransaction(actor.tenant.db, async (db) => {
    const { tagAliasId } = activity;
    const saved = await changeActivity(db, actor, activity);
    const isChanged = await updateProtectionIn(db, actor, id, indicator);
    const current = await getProtection(db, id);
    if (!isChanged) throw outdated(`The protection ${current.name}`, indicator.version, current);
    if (saved.twinId !== current.twinId) {
      throw new AppError('conflict', `The activity ${saved.name} is of another twin than the protection.`);
    }
    return {
      indicator: current,
      activity: saved,
      tagAlias: tagAliasId === null ? null : await getAlias(db, tagAliasId),
    };
  });
}

/** Further fields of the activity are not required here: the editor of protections does not offer them. */
const toFieldOptions = ({ fields }: Pick<ActivityChange, 'fields'>) => ({
  path: 'activity.fields',
  lenient: fields === undefined,
});

async function changeActivity(db: Db, actor: Actor, { id, ...change }: ActivityChange & { id: number }) {
  referred(await readActivity(db, id), 'activity.id', id);
  return updateActivityIn(db, actor, id, change, toFieldOptions(change));
}

async function createWorkTag(
  db: Db,
  { name, caption, description }: NonNullable<NewProtectionWithActivity['tag']>,
  assetId: number,
): Promise<number> {
  const tag = { name, caption: caption || name, description, type: 'work' as const, assetIds: [assetId] };
  const [id] = await orNameTaken(createTags(db, [tag]), `There is a tag named ${name} already.`);
  return id!;
}

/** Creates the alias, or maps the existing one to the tag. @returns its id. */
async function saveAlias(
  db: Db,
  twinId: number,
  alias: NonNullable<NewProtectionWithActivity['tagAlias']>,
  tagId: number | null,
): Promise<number> {
  if (!('id' in alias)) {
    const { name, description } = alias;
    const row = { twin_id: twinId, type: 'work' as const, name, description, mapped_tag_id: tagId };
    const [id] = await orNameTaken(createAliasRows(db, [row]), `There is an alias named ${name} already.`);
    return id!;
  }
  const rows = await listAliasRows(db, { twinId }, Number.MAX_SAFE_INTEGER);
  const row = referred(
    rows.find(({ id, type }) => id === alias.id && type === 'work'),
    'tagAlias.id',
    alias.id,
  );
  const { name, type, description, keywords, unit, options } = row;
  if (tagId === null) return alias.id;
  const mapped = {
    name,
    type,
    description,
    keywords,
    unit,
    options: JSON.stringify(options),
    mapped_tag_id: tagId,
  };
  if (!(await updateAliasRow(db, alias.id, alias.version, mapped))) {
    const current = await getAlias(db, alias.id);
    throw outdated(`The alias ${current.name}`, alias.version, current);
  }
  await followAlias(db, twinId, { from: name, to: name });
  return alias.id;
}
