import { logic, newTag } from '@twinward/contracts/signals/tag';
import { aliasName, keywords } from '@twinward/contracts/twins/tag-alias';
import { compareTexts, toStableJson } from '@twinward/domain/exchange/json';
import { z } from 'zod';
import type { Actor } from '../../../../platform/actor.ts';
import type { Db } from '../../../../platform/database/database.ts';
import { AppError } from '../../../../platform/errors.ts';
import { refuseProblems } from '../../../../platform/rules.ts';
import { listAssetIds } from '../../../assets/asset/service.ts';
import { refuseReferredTo } from '../../../records/record-type/service.ts';
import {
  createTagIn,
  createTagsIn,
  deleteTagIn,
  feedTagsIn,
  getTag,
  listTagsByName,
  lockFeeds,
  type NamedTag,
  releaseTagsIn,
  updateTagIn,
} from '../../../signals/tag/service.ts';
import { furtherValues, listFurtherChanges, toFurtherValues } from '../further-values.ts';
import { defineKind, refuseFixed } from '../kind.ts';
import { selectConnections, selectFeeds, selectTagIds, selectUniqueIds } from '../store.ts';

const alias = z.strictObject({
  name: aliasName,
  tag: z.string().max(200).nullable().default(null).describe('Name of the tag that it is mapped to'),
  description: z.string().max(4000).default(''),
  keywords: keywords.default([]),
  unit: z.string().max(50).nullable().default(null).describe('UCUM code'),
});

const { name, caption, description, type, unit, source } = newTag.shape;
const schema = z.strictObject({
  name,
  caption,
  description,
  type,
  unit,
  source,
  keywords: keywords.default([]),
  assets: z.array(z.string().max(100)).max(1000).default([]).describe('Unique ids'),
  logic: logic.nullable().default(null).describe('Null unless it is calculated'),
  aliases: z.array(alias).max(1000).default([]),
  feed: z
    .strictObject({
      connection: z.string().max(100),
      factor: z.number().refine((factor) => factor !== 0, 'Please enter a number other than 0.'),
      offset: z.number(),
    })
    .nullable()
    .default(null)
    .describe('The connection that feeds it by its source: value = factor x delivered + offset'),
  fields: furtherValues,
});
type TagRecord = z.infer<typeof schema>;

/** Reads the logic of a calculated tag. */
async function readCalculation(db: Db, tag: NamedTag): Promise<Pick<TagRecord, 'logic' | 'aliases'>> {
  if (tag.type !== 'calculated') return { logic: null, aliases: [] };
  const { logic: text, aliases } = await getTag(db, tag.id);
  return {
    logic: text ?? '',
    aliases: aliases
      .map((one) => ({
        name: one.name,
        tag: one.mappedTagName,
        description: one.description,
        keywords: one.keywords,
        unit: one.unit,
      }))
      .sort((one, other) => compareTexts(one.name, other.name)),
  };
}

/**
 * Converts records to tags.
 * @throws AppError `invalid-request`
 */
async function toTags(db: Db, records: readonly TagRecord[]) {
  const known = await listAssetIds(db, [...new Set(records.flatMap(({ assets }) => assets))]);
  const named = records.flatMap(({ aliases }) => aliases.flatMap(({ tag }) => tag ?? []));
  const tags = named.length === 0 ? new Map<string, number>() : await selectTagIds(db, named);
  refuseProblems(
    records.flatMap(({ assets, aliases }) => [
      ...assets.flatMap((uniqueId, place) =>
        known.has(uniqueId) ? [] : [{ path: `assets.${place}`, message: `There is no asset '${uniqueId}'.` }],
      ),
      ...aliases.flatMap(({ tag }, place) =>
        tag === null || tags.has(tag)
          ? []
          : [{ path: `aliases.${place}.tag`, message: `There is no tag '${tag}'.` }],
      ),
    ]),
  );
  const further = await listFurtherChanges(
    db,
    'tag',
    records.map(({ fields }) => fields),
  );
  return records.map(({ assets, aliases, fields: _, logic: text, feed: __, ...own }, place) => {
    const calculation =
      own.type === 'calculated'
        ? {
            logic: text ?? '',
            aliases: aliases.map(({ tag, ...rest }) => ({
              ...rest,
              mappedTagId: tag === null ? null : tags.get(tag)!,
            })),
          }
        : {};
    return {
      ...own,
      assetIds: assets.map((uniqueId) => known.get(uniqueId)!),
      ...calculation,
      fields: further[place]!,
    };
  });
}

/**
 * Connects tags to the connections of their records, or to none.
 * @param wanted by tag
 */
async function writeFeeds(
  db: Db,
  actor: Actor,
  wanted: ReadonlyMap<number, Pick<TagRecord, 'feed' | 'source'>>,
): Promise<void> {
  if (wanted.size === 0) return;
  const names = new Set([...wanted.values()].flatMap(({ feed }) => feed?.connection ?? []));
  const connections = await selectConnections(db, [...names]);
  const groups = new Map(connections.map(({ name, groupId }) => [name, groupId]));
  const feeds = (await lockFeeds(db, [...wanted.keys()])).map((tag) => {
    const { feed, source } = wanted.get(tag.id)!;
    const groupId = feed === null ? undefined : groups.get(feed.connection);
    if (feed === null || groupId === undefined || source === null) return { tag, groupId: null };
    return { tag, groupId, source, factor: feed.factor, offset: feed.offset };
  });
  const released = feeds.filter((one) => one.groupId === null && one.tag.groupId !== null);
  if (released.length > 0)
    await releaseTagsIn(
      db,
      actor,
      released.map(({ tag }) => tag),
    );
  for (const groupId of new Set(groups.values())) {
    const own = feeds.flatMap((one) => (one.groupId === groupId ? [one] : []));
    if (own.length > 0) await feedTagsIn(db, actor, groupId, own);
  }
}

/** Tags without their points, by name; calculated ones with their logic. */
export const tagKind = defineKind<TagRecord>({
  name: 'tag',
  caption: 'Tags',
  access: 'write:tag',
  schema,
  toKey: (record) => record.name,
  listReferences: ({ assets, aliases, unit: code, feed, fields }) => [
    ...assets.map((key, place) => ({ kind: 'asset', key, path: `assets.${place}` })),
    ...aliases.flatMap(({ tag }, place) =>
      tag === null ? [] : [{ kind: 'tag', key: tag, path: `aliases.${place}.tag` }],
    ),
    ...(feed === null
      ? []
      : [{ kind: 'connection', key: feed.connection, path: 'feed', optional: true as const }]),
    ...(code === null ? [] : [{ kind: 'unit', key: code, path: 'unit', optional: true as const }]),
    ...(Object.keys(fields).length === 0 ? [] : [{ kind: 'record-type', key: 'tag', path: 'fields' }]),
  ],
  pageSize: 1000,
  async read({ actor }, keys) {
    const { db } = actor.tenant;
    const tags = [...(await listTagsByName(db, keys)).values()];
    const assets = await selectUniqueIds(db, [...new Set(tags.flatMap((tag) => tag.assetIds))]);
    const further = await toFurtherValues(
      db,
      'tag',
      tags.map(({ fields }) => fields),
    );
    const feeds = await selectFeeds(db, keys);
    const records = new Map<string, TagRecord>();
    for (const [place, tag] of tags.entries()) {
      records.set(tag.name, {
        name: tag.name,
        caption: tag.caption,
        description: tag.description,
        type: tag.type,
        keywords: tag.keywords,
        unit: tag.unit,
        source: tag.source,
        assets: tag.assetIds.map((id) => assets.get(id)!).sort(compareTexts),
        ...(await readCalculation(db, tag)),
        feed: feeds.get(tag.name) ?? null,
        fields: further[place]!,
      });
    }
    return records;
  },
  async create({ actor }, record) {
    const { db } = actor.tenant;
    const [tag] = await toTags(db, [record]);
    const id = await createTagIn(db, actor, { logic: '', aliases: [], ...tag! });
    if (record.feed !== null) await writeFeeds(db, actor, new Map([[id, record]]));
  },
  async createAll(call, records) {
    const { actor } = call;
    const { db } = actor.tenant;
    const plain = records.filter(({ type }) => type !== 'calculated');
    const tags = await toTags(db, plain);
    const ids = await createTagsIn(
      db,
      actor,
      tags.map((tag) => ({ logic: '', aliases: [], ...tag })),
    );
    const fed = plain.flatMap((record, place) =>
      record.feed === null ? [] : [[ids[place]!, record] as const],
    );
    await writeFeeds(db, actor, new Map(fed));
    for (const record of records) if (record.type === 'calculated') await tagKind.create(call, record);
  },
  async update({ actor }, record, before) {
    const { db } = actor.tenant;
    refuseFixed(record, before, ['type']);
    const { id } = (await listTagsByName(db, [record.name])).get(record.name)!;
    const isFedAnew =
      toStableJson([record.feed, record.source]) !== toStableJson([before.feed, before.source]);
    // The source of a tag that a connection feeds cannot be changed.
    if (isFedAnew) await writeFeeds(db, actor, new Map([[id, { ...record, feed: null }]]));
    const { version } = (await listTagsByName(db, [record.name])).get(record.name)!;
    const [tag] = await toTags(db, [record]);
    const { type: _, ...change } = tag!;
    if (!(await updateTagIn(db, actor, id, { ...change, version })))
      throw new AppError('conflict', 'It was changed by someone else at the same time.');
    if (isFedAnew && record.feed !== null) await writeFeeds(db, actor, new Map([[id, record]]));
  },
  async delete({ actor }, key) {
    const { db } = actor.tenant;
    const tag = (await listTagsByName(db, [key])).get(key);
    if (!tag) return;
    await refuseReferredTo(db, 'tag', [tag.id]);
    await deleteTagIn(db, actor, tag.id, false);
  },
});
