import type { Permissions } from '@twinward/contracts/access/access';
import { notInStore } from '@twinward/contracts/core/error';
import type { ListRequest, Page } from '@twinward/contracts/core/list';
import type { FieldValues } from '@twinward/contracts/records/field';
import type { Tag, TagChange, TagStatus, TagSummary, TagType } from '@twinward/contracts/signals/tag';
import type { Db } from '../../../platform/database/database.ts';
import { AppError, found } from '../../../platform/errors.ts';
import { referred } from '../../../platform/rules.ts';
import { estimateCount, latestPoints, oldestTimes } from '../../../series/index.ts';
import { assertAsset } from '../../assets/asset/service.ts';
import { saveSystemFields } from '../../records/record-type/service.ts';
import { tagUnitChanging } from './events.ts';
import { calculatedTags } from './extension.ts';
import { selectConnectionsOfTags } from './feed-store.ts';
import { listJobStatuses } from './job-status.ts';
import {
  insertTags,
  lockTagTypes,
  selectTag,
  selectTagIds,
  selectTagPage,
  selectTagsByName,
  selectTagsOfAsset,
  selectTagTypes,
} from './store.ts';

export { type CalculatedTagExtension, registerCalculatedTags } from './extension.ts';
export { feedTagsIn, releaseTagsIn, releaseTagsOfGroup, sourceIsFed, type TagFeedChange } from './feed.ts';
export {
  type Feed,
  feedingConnectionId,
  lockFedTags,
  lockFeeds,
  selectFedTags as listFedTags,
} from './feed-store.ts';
export { listJobStatuses } from './job-status.ts';
export {
  type CandidateRow as TagCandidate,
  selectCandidatesByWords as readCandidatesByWords,
  selectCandidatesOfAsset as readCandidatesOfAsset,
} from './search-store.ts';
export {
  bumpVersion as countTagChange,
  lockGraph,
  selectTagTypes as listTagTypes,
  updateSource,
} from './store.ts';
export { countTagsInUnit, replaceUnitOfTags } from './units.ts';
export { createTagIn, createTagsIn, deleteTagIn, updateTagIn } from './write-in.ts';

const maximumTagsOfAsset = 1000;

export async function listTags(db: Db, reader: Permissions, request: ListRequest): Promise<Page<TagSummary>> {
  const { records, total } = await selectTagPage(db, reader, request);
  return { records: records.map(toSummary), total };
}

/**
 * Returns a tag with its oldest and latest point, and its calculation.
 * @throws AppError `not-found`.
 */
export async function getTag(db: Db, id: number): Promise<Tag> {
  const row = found(await selectTag(db, id), 'Tag');
  const oldest = (await oldestTimes(db, [id])).get(id);
  const latest = (await latestPoints(db, [id])).get(id);
  return {
    ...toSummary(row),
    description: row.description,
    keywords: row.keywords,
    source: row.source,
    connectionId: row.connection_id,
    connectionGroupId: row.connection_group_id,
    oldestTime: oldest === undefined ? null : new Date(oldest).toISOString(),
    latestTime: latest ? new Date(latest.time).toISOString() : null,
    latestValue: latest?.value ?? null,
    dataPointCount: await estimateCount(db, id),
    version: row.version,
    ...(row.type === 'calculated' ? await (await calculatedTags()).describe(db, id) : notCalculated),
    ...(await listJobStatuses(db, [id])).get(id)!,
  };
}

const notCalculated = { logic: null, aliases: [], completion: null, model: null, error: null };

/** Returns the status of imports into tags and of their recalculations. Unknown ids are skipped. */
export async function listTagStatuses(db: Db, ids: readonly number[]): Promise<TagStatus[]> {
  const known = await selectConnectionsOfTags(db, ids);
  const statuses = await listJobStatuses(
    db,
    known.map(({ id }) => id),
  );
  return known.map((tag) => ({ ...tag, ...statuses.get(tag.id)! }));
}

/** Returns the tags of an asset by name. @throws AppError `not-found` for an unknown asset, or one without tags. */
export async function listTagsOfAsset(db: Db, assetId: number): Promise<TagSummary[]> {
  await assertAsset(db, assetId);
  const rows = await selectTagsOfAsset(db, assetId, maximumTagsOfAsset);
  if (rows.length === 0) throw new AppError('not-found', 'Response does not contain any data');
  return rows.map(toSummary);
}

/**
 * Checks that tags exist and accept points.
 * @throws AppError `not-found` naming the first unknown tag; `conflict` naming the first that accepts no points.
 */
export async function assertTakePoints(db: Db, ids: readonly number[]): Promise<void> {
  assertFit(await selectTagTypes(db, ids), ids);
}

/**
 * Like `assertTakePoints`, but also locks the tags against deletion until the transaction ends: points of a deleted tag
 * would be orphaned.
 */
export async function lockPointTags(db: Db, ids: readonly number[]): Promise<void> {
  assertFit(await lockTagTypes(db, ids), ids);
}

function assertFit(
  rows: readonly { id: number; name: string; type: TagType }[],
  ids: readonly number[],
): void {
  const tags = new Map(rows.map((tag) => [tag.id, tag]));
  for (const id of ids) {
    const tag = tags.get(id);
    if (tag === undefined)
      throw new AppError('not-found', ids.length === 1 ? 'Tag not found.' : notInStore(id));
    const refusal = refusesPoints(tag);
    if (refusal !== null) throw new AppError('conflict', refusal);
  }
}

/** Returns why points of a tag cannot be written; null if they can. */
export const refusesPoints = ({ name, type }: { name: string; type: TagType }): string | null =>
  type === 'data_point' ? null : refusals[type](name);

const refusals: Record<Exclude<TagType, 'data_point'>, (name: string) => string> = {
  calculated: (name) => `The tag ${name} is calculated: its points can't be written.`,
  work: (name) => `The tag ${name} records work: it has no points.`,
};

/** Returns the ids of the tags of a type, by name. */
export async function listTagIds(
  db: Db,
  type: TagType,
  names: readonly string[],
): Promise<Map<string, number>> {
  return new Map((await selectTagIds(db, type, names)).map(({ id, name }) => [name, id]));
}

/** The fields of a tag that can be changed. */
export type NamedTag = Omit<TagChange, 'logic' | 'aliases' | 'uomId' | 'fields'> & {
  id: number;
  type: TagType;
  fields: FieldValues;
  /** Whether a connection feeds it. */
  isFed: boolean;
};

/** Returns why inputs of a tag could not read it in another unit; empty if all could. */
export async function listUnitProblems(
  db: Db,
  tag: { id: number; name: string; unit: string | null },
  unit: string | null,
): Promise<string[]> {
  const change = { tag, before: tag.unit, now: unit, isFollowed: false };
  return (await tagUnitChanging.ask(db, change)).flat();
}

/** Returns the existing tags with the given names, by name. */
export async function listTagsByName(db: Db, names: readonly string[]): Promise<Map<string, NamedTag>> {
  const rows = await selectTagsByName(db, names);
  return new Map(
    rows.map(({ asset_ids: assetIds, uom_id: _, ...tag }) => [tag.name, { ...tag, assetIds }] as const),
  );
}

/** Returns the name, type and unit of a tag. @throws AppError `not-found`. */
export async function getTagType(
  db: Db,
  id: number,
): Promise<{ id: number; name: string; type: TagType; unit: string | null }> {
  const [tag] = await selectTagTypes(db, [id]);
  return found(tag, 'Tag');
}

/** Like `getTagType`, for a tag that a request refers to. @throws AppError `invalid-request` at the path of its id. */
export async function getReferredTag(db: Db, id: number, path: string): ReturnType<typeof getTagType> {
  const [tag] = await selectTagTypes(db, [id]);
  return referred(tag, path, id);
}

/** @throws AppError `not-found`. */
export async function getTagName(db: Db, id: number): Promise<string> {
  const [tag] = await selectTagTypes(db, [id]);
  return found(tag, 'Tag').name;
}

/** @throws AppError `not-found` naming the first unknown id. */
export async function assertTags(db: Db, ids: readonly number[]): Promise<void> {
  const known = new Set((await selectTagTypes(db, ids)).map((tag) => tag.id));
  for (const id of ids) if (!known.has(id)) throw new AppError('not-found', notInStore(id));
}

/** A tag to create. */
export interface NewTag {
  name: string;
  caption: string;
  type: TagType;
  /** UCUM code */
  unit?: string | null;
  description?: string;
  source?: string;
  assetIds?: readonly number[];
}

/** Creates tags. @returns their ids, in order. */
export async function createTags(db: Db, tags: readonly NewTag[]): Promise<number[]> {
  const ids = await insertTags(
    db,
    tags.map((tag) => ({
      row: {
        name: tag.name,
        caption: tag.caption,
        type: tag.type,
        unit: tag.unit ?? null,
        description: tag.description ?? '',
        keywords: [],
        source: tag.source ?? null,
      },
      assetIds: tag.assetIds ?? [],
    })),
  );
  const created = ids.map((id) => ({ id, isNew: true }));
  await saveSystemFields(db, null, 'tag', created, { lenient: true });
  const calculated = ids.filter((_, i) => tags[i]!.type === 'calculated');
  if (calculated.length > 0) await (await calculatedTags()).create(db, calculated);
  return ids;
}

type TagRow = Awaited<ReturnType<typeof selectTagsOfAsset>>[number];

function toSummary(row: TagRow): TagSummary {
  return {
    id: row.id,
    name: row.name,
    caption: row.caption,
    assetIds: row.asset_ids,
    type: row.type,
    isCalculated: row.type === 'calculated',
    unit: row.unit,
    uomId: row.uom_id,
    fields: row.fields,
  };
}
