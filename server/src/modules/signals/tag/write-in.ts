import { isDeepStrictEqual } from 'node:util';
import type { NewTag, Tag, TagChange } from '@twinward/contracts/signals/tag';
import type { Actor } from '../../../platform/actor.ts';
import type { Db } from '../../../platform/database/database.ts';
import { AppError, found, orNameTaken } from '../../../platform/errors.ts';
import { refuseProblems } from '../../../platform/rules.ts';
import { deletePoints } from '../../../series/index.ts';
import { riskInputsChanged } from '../../assets/asset/events.ts';
import {
  listFieldFacts,
  type SaveOptions,
  saveSystemFields,
  withFieldFacts,
} from '../../records/record-type/service.ts';
import { type AuditActor, EntityAudit } from '../../system/audit/service.ts';
import { resolveUnitCode } from '../../system/unit/service.ts';
import { type TagUser, tagDeleted, tagDeleting, tagUnitChanged } from './events.ts';
import { calculatedTags } from './extension.ts';
import { sourceIsFed } from './feed.ts';
import {
  deleteTagRow,
  insertTags,
  replaceAssets,
  selectMissingAssets,
  selectTag,
  selectTagTypes,
  type TagFields,
  updateTagRow,
} from './store.ts';

const audit = new EntityAudit('tag');

const nameTaken = (name: string) => `There is a tag named ${name} already.`;

/**
 * Creates tags; calculated tags without their logic.
 * @returns their ids, in order.
 * @throws AppError `conflict` if a name is in use; `not-found` for an unknown asset.
 */
export async function createTagsIn(
  db: Db,
  actor: AuditActor,
  tags: readonly NewTag[],
  options: SaveOptions = {},
): Promise<number[]> {
  if (tags.length === 0) return [];
  await assertAssets(
    db,
    tags.flatMap(({ assetIds }) => assetIds),
  );
  const rows: { row: TagFields & Pick<NewTag, 'type'>; assetIds: number[] }[] = [];
  for (const tag of tags) {
    const assetIds = [...new Set(tag.assetIds)];
    rows.push({ row: { ...(await resolveFields(db, tag)), type: tag.type }, assetIds });
  }
  const message =
    tags.length === 1 ? nameTaken(tags[0]!.name) : 'A tag with one of the names already exists.';
  const ids = await orNameTaken(insertTags(db, rows), message);
  await saveSystemFields(
    db,
    actor,
    'tag',
    ids.map((id, place) => ({ id, isNew: true, changes: tags[place]!.fields })),
    options,
  );
  const further = await listFieldFacts(db, 'tag', ids);
  const calculated = ids.filter((_, i) => tags[i]!.type === 'calculated');
  if (calculated.length > 0) await (await calculatedTags()).create(db, calculated);
  await audit.recordAll(
    db,
    actor,
    'create',
    tags.map(({ name }, i) => ({ id: ids[i]!, name })),
    (_, i) => {
      const { type: _type, ...fields } = rows[i]!.row;
      const { assetIds, logic } = tags[i]!;
      return { new: { ...fields, assetIds, logic, ...further[i] } };
    },
  );
  return ids;
}

/** Creates a tag like `createTag`. @returns its id. */
export async function createTagIn(
  db: Db,
  actor: Pick<Actor, 'userId' | 'userName'>,
  tag: NewTag,
): Promise<number> {
  const [id] = await createTagsIn(db, actor, [tag]);
  if (tag.type === 'calculated')
    await (await calculatedTags()).update(db, { id: id!, name: tag.name }, tag, actor.userId);
  return id!;
}

/** Updates a tag like `updateTag`. @returns false at another version. */
export async function updateTagIn(
  db: Db,
  actor: Pick<Actor, 'userId' | 'userName'>,
  id: number,
  change: TagChange,
): Promise<boolean> {
  const before = found(await selectTag(db, id), 'Tag');
  assertCalculated(before.type, change);
  if (before.connection_group_id !== null && change.source !== before.source)
    refuseProblems([{ path: 'source', message: sourceIsFed }]);
  await assertAssets(db, change.assetIds);
  const fields = await resolveFields(db, change);
  if (!(await orNameTaken(updateTagRow(db, id, change.version, fields), nameTaken(change.name))))
    return false;
  await saveSystemFields(db, actor, 'tag', [{ id, isNew: false, changes: change.fields }]);
  await replaceAssets(db, id, change.assetIds);
  if (fields.unit !== before.unit) {
    await tagUnitChanged.emit(db, {
      by: actor,
      tag: { id, name: change.name },
      before: before.unit,
      now: fields.unit,
      isFollowed: change.inputUnits === 'follow',
    });
  }
  if (before.type === 'calculated') {
    const isUnitChanged = fields.unit !== before.unit;
    // Parameters of the twins of its assets.
    const areParametersChanged = !isDeepStrictEqual(
      [...before.asset_ids].sort((one, other) => one - other),
      [...change.assetIds].sort((one, other) => one - other),
    );
    const tag = { id, name: change.name, isUnitChanged, areParametersChanged };
    await (await calculatedTags()).update(db, tag, change, actor.userId);
  }
  const { name, caption, description, keywords, unit, source, asset_ids: assetIds } = before;
  const old = { name, caption, description, keywords, unit, source, assetIds };
  // Work of the tag affects the risk of its assets.
  if (before.type === 'work') {
    await riskInputsChanged.emit(db, { assetIds: [...assetIds, ...change.assetIds] });
  }
  await audit.changed(
    db,
    actor,
    { id, name: change.name },
    {
      old: await withFieldFacts(db, 'tag', { ...old, fields: before.fields }),
      new: {
        ...fields,
        assetIds: change.assetIds,
        ...(change.logic === undefined ? {} : { logic: change.logic }),
        ...(await listFieldFacts(db, 'tag', [id]))[0],
      },
    },
  );
  return true;
}

async function resolveFields(db: Db, tag: NewTag | TagChange): Promise<TagFields> {
  const { name, caption, description, keywords, source } = tag;
  return { name, caption, description, keywords, unit: await resolveUnitCode(db, tag), source };
}

async function assertAssets(db: Db, ids: readonly number[]): Promise<void> {
  const [missing] = await selectMissingAssets(db, ids);
  if (missing !== undefined) throw new AppError('not-found', `Asset ${missing} not found.`);
}

function assertCalculated(type: Tag['type'], { logic, aliases }: TagChange): void {
  if (type === 'calculated' || (!logic && !aliases?.length)) return;
  const message = 'Only a calculated tag has logic and aliases.';
  throw new AppError('invalid-request', message, { errors: [{ path: 'logic', message }] });
}

/** Like `deleteTag`, in the caller's transaction, even if fields of records refer to the tag. */
export async function deleteTagIn(db: Db, actor: AuditActor, id: number, unlink: boolean): Promise<void> {
  const [tag] = await selectTagTypes(db, [id]);
  const { name } = found(tag, 'Tag');
  const users = (await tagDeleting.ask(db, { tagId: id })).flat();
  if (!unlink) refuseUsed(name, users);
  const calculated = users.flatMap((user) => (user.type === 'calculatedTag' ? [user.id] : []));
  await (await calculatedTags()).delete(db, [id, ...calculated]);
  const { asset_ids: assetIds } = found(await selectTag(db, id), 'Tag');
  await deleteTagRow(db, id);
  if (tag?.type === 'work') await riskInputsChanged.emit(db, { assetIds });
  await deletePoints(db, id);
  await audit.record(db, actor, 'delete', { id, name });
  await tagDeleted.emit(db, { tagId: id, users });
}

function refuseUsed(name: string, users: readonly TagUser[]): void {
  if (users.length === 0) return;
  throw new AppError('conflict', `The tag ${name} is in use: ${users.map((user) => user.name).join(', ')}.`, {
    errors: users.map((user) => ({ path: user.type, message: user.name })),
  });
}
