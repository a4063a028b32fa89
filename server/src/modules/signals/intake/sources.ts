import type { ConnectionSource, takeSources } from '@twinward/contracts/connections/intake';
import { notInStore } from '@twinward/contracts/core/error';
import type { ListRequest, Page } from '@twinward/contracts/core/list';
import type { RouteBody } from '@twinward/contracts/core/route';
import type { Actor } from '../../../platform/actor.ts';
import type { Db } from '../../../platform/database/database.ts';
import { withTransaction } from '../../../platform/database/transaction.ts';
import { AppError } from '../../../platform/errors.ts';
import { type Problem, refuseProblems } from '../../../platform/rules.ts';
import { latestPoints } from '../../../series/index.ts';
import { getConnectionHead } from '../../connections/connection/service.ts';
import { EntityAudit } from '../../system/audit/service.ts';
import { createUnitFinder } from '../../system/unit/service.ts';
import {
  feedTagsIn,
  listTagsByName,
  lockFedTags,
  lockFeeds,
  refusesPoints,
  releaseTagsIn,
} from '../tag/service.ts';
import { feedsAlready, isFedBy } from './change-feeds.ts';
import { blankTag, createTagsInBlocks } from './create-tags.ts';
import {
  deleteSources,
  lockFeedsOfGroup,
  selectGroupNames,
  selectSourcePage,
  updateIgnored,
} from './store.ts';

const audit = new EntityAudit('connection');

type Taken = RouteBody<typeof takeSources>;

/** Returns a page of the sources of a connection's group. @throws AppError `not-found`. */
export async function listConnectionSources(
  db: Db,
  connectionId: number,
  request: ListRequest,
): Promise<Page<ConnectionSource>> {
  const { connectionGroupId: groupId } = await getConnectionHead(db, connectionId);
  const { records, total } = await selectSourcePage(db, groupId, request);
  const latest = await latestPoints(
    db,
    records.flatMap(({ tag_id: tagId }) => tagId ?? []),
  );
  const iso = (time: Date | null) => time?.toISOString() ?? null;
  return {
    total,
    records: records.map((row) => {
      const point = row.tag_id === null ? undefined : latest.get(row.tag_id);
      return {
        source: row.source,
        tagId: row.tag_id,
        tagName: row.tag_name,
        firstSeen: iso(row.first_seen),
        lastSeen: iso(row.last_seen),
        lastTime: point ? new Date(point.time).toISOString() : iso(row.last_time),
        lastValue: point ? point.value : row.last_value,
        isIgnored: row.is_ignored,
      };
    }),
  };
}

/**
 * Lets sources feed existing or new tags. If one cannot, nothing is changed.
 * @returns the tags in the order of the sources
 * @throws AppError `not-found`; `invalid-request` naming each invalid row; `conflict` naming each source that already
 *   feeds a tag, and each tag that is already fed.
 */
export function assignSources(
  actor: Actor,
  connectionId: number,
  taken: Taken,
): Promise<{ source: string; tagId: number }[]> {
  return withTransaction(actor.tenant.db, async (db) => {
    const { connectionGroupId: groupId } = await getConnectionHead(db, connectionId);
    refuseProblems([
      ...repeated(taken, 'source', 'Please give each source once.'),
      ...repeated(taken, 'tagId', 'Please give each tag once.'),
      ...repeated(taken, 'name', 'Please give each name once.'),
    ]);
    await lockFeedsOfGroup(db, groupId);
    const tags = await lockExisting(db, taken);
    await refuseFed(db, groupId, taken, tags);
    const ids = await createMissing(db, actor, taken);
    const changes = taken.map(({ source, factor, offset, ...row }, i) => ({
      tag: 'tagId' in row ? tags.get(row.tagId)! : { id: ids.get(i)!, name: row.name },
      source,
      factor,
      offset,
    }));
    await feedTagsIn(db, actor, groupId, changes);
    await deleteSources(
      db,
      groupId,
      taken.map(({ source }) => source),
    );
    return changes.map(({ tag, source }) => ({ source, tagId: tag.id }));
  });
}

/** Returns a problem for each row that repeats a field of an earlier row. */
function repeated(taken: Taken, field: 'source' | 'tagId' | 'name', message: string): Problem[] {
  const seen = new Set<unknown>();
  return taken.flatMap((row, i) => {
    const value = (row as Record<string, unknown>)[field];
    if (value === undefined || !seen.has(value)) {
      seen.add(value);
      return [];
    }
    return [{ path: `${i}.${field}`, message }];
  });
}

type LockedTag = Awaited<ReturnType<typeof lockFeeds>>[number];

/**
 * Locks the tags that rows name by id.
 * @throws AppError `invalid-request` naming each unknown tag, and each that accepts no points.
 */
async function lockExisting(db: Db, taken: Taken): Promise<Map<number, LockedTag>> {
  const ids = taken.flatMap((row) => ('tagId' in row ? [row.tagId] : []));
  const tags = new Map((await lockFeeds(db, ids)).map((tag) => [tag.id, tag]));
  refuseProblems(
    taken.flatMap((row, i) => {
      if (!('tagId' in row)) return [];
      const tag = tags.get(row.tagId);
      const message = tag ? refusesPoints(tag) : notInStore(row.tagId);
      return message === null ? [] : [{ path: `${i}.tagId`, message }];
    }),
  );
  return tags;
}

/** Rejects sources that feed another tag, and tags that another source feeds. @throws AppError `conflict`. */
async function refuseFed(
  db: Db,
  groupId: number,
  taken: Taken,
  tags: ReadonlyMap<number, LockedTag>,
): Promise<void> {
  const sources = taken.map(({ source }) => source);
  const feeds = new Map((await lockFedTags(db, groupId, sources)).map((feed) => [feed.source, feed]));
  const groups = [...tags.values()].flatMap((tag) => tag.groupId ?? []);
  const connections = await selectGroupNames(db, groups);
  const errors = taken.flatMap((row, i): Problem[] => {
    const tagId = 'tagId' in row ? row.tagId : null;
    const feed = feeds.get(row.source);
    if (feed && feed.tagId !== tagId) {
      return [{ path: `${i}.source`, message: feedsAlready(row.source, feed.name) }];
    }
    const tag = tagId === null ? undefined : tags.get(tagId);
    if (!tag || tag.groupId === null || (tag.groupId === groupId && tag.source === row.source)) return [];
    return [{ path: `${i}.tagId`, message: isFedBy(tag, connections.get(tag.groupId)) }];
  });
  if (errors[0]) throw new AppError('conflict', errors[0].message, { errors });
}

/** Creates the tags of rows without a tag. @returns their ids by row index */
async function createMissing(db: Db, actor: Actor, taken: Taken): Promise<Map<number, number>> {
  const rows = taken.flatMap((row, i) => ('tagId' in row ? [] : [{ row, i }]));
  if (rows.length === 0) return new Map();
  const names = await listTagsByName(
    db,
    rows.map(({ row }) => row.name),
  );
  const findUnit = await createUnitFinder(db);
  const problems: Problem[] = [];
  const tags = rows.map(({ row, i }) => {
    const { source: _, factor: __, offset: ___, caption, unit, ...tag } = row;
    const code = unit ? findUnit(unit) : null;
    if (unit && code === null) {
      problems.push({
        path: `${i}.unit`,
        message: `There is no unit ${unit}, or more than one. Please choose one.`,
      });
    }
    if (names.has(tag.name)) {
      problems.push({ path: `${i}.name`, message: `There is a tag named ${tag.name} already.` });
    }
    return { ...blankTag, ...tag, caption: caption || tag.name, unit: code };
  });
  refuseProblems(problems);
  const ids = await createTagsInBlocks(db, actor, tags);
  return new Map(rows.map(({ i }, place) => [i, ids[place]!]));
}

/**
 * Ends the feeds of tags.
 * @throws AppError `not-found`; `invalid-request` naming each tag that the group does not feed.
 */
export function releaseSources(actor: Actor, connectionId: number, tagIds: readonly number[]): Promise<void> {
  return withTransaction(actor.tenant.db, async (db) => {
    const { connectionGroupId: groupId, name } = await getConnectionHead(db, connectionId);
    await lockFeedsOfGroup(db, groupId);
    const tags = new Map((await lockFeeds(db, tagIds)).map((tag) => [tag.id, tag]));
    refuseProblems(
      tagIds.flatMap((id, i) => {
        const tag = tags.get(id);
        if (tag?.groupId === groupId) return [];
        const message = tag ? `The tag ${tag.name} is not fed by ${name}.` : notInStore(id);
        return [{ path: `tagIds.${i}`, message }];
      }),
    );
    await releaseTagsIn(db, actor, [...tags.values()]);
  });
}

/** @throws AppError `not-found`; `invalid-request` naming each source that is not listed, or feeds a tag. */
export function ignoreSources(
  actor: Actor,
  connectionId: number,
  { sources, isIgnored }: { sources: readonly string[]; isIgnored: boolean },
): Promise<void> {
  return withTransaction(actor.tenant.db, async (db) => {
    const { connectionGroupId: groupId, name } = await getConnectionHead(db, connectionId);
    await lockFeedsOfGroup(db, groupId);
    const fed = new Set((await lockFedTags(db, groupId, sources)).map(({ source }) => source));
    const known = new Set(await updateIgnored(db, groupId, sources, isIgnored));
    refuseProblems(
      sources.flatMap((source, i) => {
        if (known.has(source) && !fed.has(source)) return [];
        const message = fed.has(source)
          ? `The source ${source} feeds a tag. Release the tag first.`
          : `${name} has delivered no source ${source}.`;
        return [{ path: `sources.${i}`, message }];
      }),
    );
    await audit.changed(
      db,
      actor,
      { id: connectionId, name },
      { old: {}, new: { [isIgnored ? 'ignoredSources' : 'listedSources']: [...sources] } },
    );
  });
}
