import type { ListRequest, Page } from '@twinward/contracts/list';
import type { Tag, TagSummary, TagType } from '@twinward/contracts/tag';
import type { Db } from '../../platform/database.ts';
import { AppError, found } from '../../platform/errors.ts';
import { latestPoints, oldestTimes } from '../../series/index.ts';
import { findPointTag, findTag, findTagPage, findTagsOfAsset, findTagTypes, insertTags } from './store.ts';

const maximumTagsOfAsset = 1000;

export async function readTags(db: Db, request: ListRequest): Promise<Page<TagSummary>> {
  const { rows, total } = await findTagPage(db, request);
  return { records: rows.map(summaryOf), total };
}

/** One tag with its oldest and latest point. @throws AppError `not-found` when there is no such tag. */
export async function readTag(db: Db, id: number): Promise<Tag> {
  const row = found(await findTag(db, id), 'Tag');
  const oldest = (await oldestTimes(db, [id])).get(id);
  const latest = (await latestPoints(db, [id])).get(id);
  return {
    ...summaryOf(row),
    description: row.description,
    keywords: row.keywords,
    source: row.source,
    oldestTime: oldest === undefined ? null : new Date(oldest).toISOString(),
    latestTime: latest ? new Date(latest.time).toISOString() : null,
    latestValue: latest?.value ?? null,
  };
}

/** The tags of an asset, by name. Whether there is such an asset is for the caller. */
export async function readTagsOfAsset(db: Db, assetId: number): Promise<TagSummary[]> {
  return (await findTagsOfAsset(db, assetId, maximumTagsOfAsset)).map(summaryOf);
}

/**
 * Checks that the tags are there and may be given points.
 * @throws AppError `not-found` naming the first that is not there, `conflict` the first that takes none.
 */
export async function assertTakePoints(db: Db, ids: readonly number[]): Promise<void> {
  const tags = new Map((await findTagTypes(db, ids)).map((tag) => [tag.id, tag]));
  for (const id of ids) {
    const tag = found(tags.get(id), ids.length === 1 ? 'Tag' : `Tag ${id}`);
    if (tag.type !== 'data_point') throw new AppError('conflict', refusals[tag.type](tag.name));
  }
}

/** The id of the tag of that name that points may be given to; null when there is none. */
export function readPointTag(db: Db, name: string): Promise<number | null> {
  return findPointTag(db, name);
}

const refusals: Record<Exclude<TagType, 'data_point'>, (name: string) => string> = {
  calculated: (name) => `The tag ${name} is calculated: its points can't be written.`,
  work: (name) => `The tag ${name} records work: it has no points.`,
};

/** @throws AppError `not-found` when there is no such tag. */
export async function readTagName(db: Db, id: number): Promise<string> {
  const [tag] = await findTagTypes(db, [id]);
  return found(tag, 'Tag').name;
}

/** @throws AppError `not-found` naming the first id that is no tag's. */
export async function assertTags(db: Db, ids: readonly number[]): Promise<void> {
  const known = new Set((await findTagTypes(db, ids)).map((tag) => tag.id));
  for (const id of ids) found(known.has(id) ? id : null, ids.length === 1 ? 'Tag' : `Tag ${id}`);
}

/** A tag to be made. */
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

/** Makes tags. @returns their ids, in the order given. */
export function createTags(db: Db, tags: readonly NewTag[]): Promise<number[]> {
  return insertTags(
    db,
    tags.map((tag) => ({
      row: {
        name: tag.name,
        caption: tag.caption,
        type: tag.type,
        unit: tag.unit ?? null,
        description: tag.description ?? '',
        source: tag.source ?? null,
      },
      assetIds: tag.assetIds ?? [],
    })),
  );
}

type TagRow = Awaited<ReturnType<typeof findTagsOfAsset>>[number];

function summaryOf(row: TagRow): TagSummary {
  return {
    id: row.id,
    name: row.name,
    caption: row.caption,
    assetIds: row.asset_ids,
    type: row.type,
    isCalculated: row.type === 'calculated',
    unit: row.unit,
  };
}
