import { logic, newTag } from '@twinward/contracts/signals/tag';
import { aliasName, keywords } from '@twinward/contracts/twins/tag-alias';
import { compareTexts, toStableJson } from '@twinward/domain/exchange/json';
import { z } from 'zod';
import type { Actor } from '../../../../platform/actor.ts';
import type { Db } from '../../../../platform/database/database.ts';
import { AppError } from '../../../../platform/errors.ts';
import { refuseProblems } from '../../../../platform/rules.ts';
import { getAssets, listAssetIds } from '../../../assets/asset/service.ts';
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
import { selectConnections, selectFeeds, selectKeys, selectTagIds } from '../store.ts';

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

/** What a calculated tag is calculated by. */
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

/** The tags that records describe. @throws AppError `invalid-request` */
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

/** Lets the connection of a record feed a tag, or none. */
async function writeFeed(db: Db, actor: Actor, tagId: number, { feed, source }: TagRecord): Promise<void> {
  const [tag] = await lockFeeds(db, [tagId]);
  const [connection] = feed === null ? [] : await selectConnections(db, [feed.connection]);
  if (feed === null || !connection || source === null) {
    if (tag!.groupId !== null) await releaseTagsIn(db, actor, [tag!]);
    return;
  }
  await feedTagsIn(db, actor, connection.groupId, [
    { tag: tag!, source, factor: feed.factor, offset: feed.offset },
  ]);
}

/** Tags without their points, by name; calculated ones with their logic. */
export const tagKind = defineKind<TagRecord>({
  name: 'tag',
  caption: 'Tags',
  access: 'write:tag',
  schema,
  keyOf: (record) => record.name,
  referencesOf: ({ assets, aliases, unit: code, feed, fields }) => [
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
  listKeys: ({ actor }) => selectKeys(actor.tenant.db, 'tag'),
  async read({ actor }, keys) {
    const { db } = actor.tenant;
    const tags = [...(await listTagsByName(db, keys)).values()];
    const assetIds = [...new Set(tags.flatMap((tag) => tag.assetIds))];
    const assets = new Map((await getAssets(db, assetIds)).map(({ id, uniqueId }) => [id, uniqueId]));
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
    if (record.feed !== null) await writeFeed(db, actor, id, record);
  },
  async createAll(call, records) {
    const { actor } = call;
    const { db } = actor.tenant;
    const isPlain = ({ type, feed }: TagRecord) => type !== 'calculated' && feed === null;
    const tags = await toTags(db, records.filter(isPlain));
    await createTagsIn(
      db,
      actor,
      tags.map((tag) => ({ logic: '', aliases: [], ...tag })),
    );
    for (const record of records) if (!isPlain(record)) await tagKind.create(call, record);
  },
  async update({ actor }, record, before) {
    const { db } = actor.tenant;
    refuseFixed(record, before, ['type']);
    const { id } = (await listTagsByName(db, [record.name])).get(record.name)!;
    const isFedAnew =
      toStableJson([record.feed, record.source]) !== toStableJson([before.feed, before.source]);
    // The source of a tag that is fed can't be changed.
    if (isFedAnew) await writeFeed(db, actor, id, { ...record, feed: null });
    const { version } = (await listTagsByName(db, [record.name])).get(record.name)!;
    const [tag] = await toTags(db, [record]);
    const { type: _, ...change } = tag!;
    if (!(await updateTagIn(db, actor, id, { ...change, version })))
      throw new AppError('conflict', 'It was changed by someone else at the same time.');
    if (isFedAnew && record.feed !== null) await writeFeed(db, actor, id, record);
  },
  async delete({ actor }, key) {
    const { db } = actor.tenant;
    const tag = (await listTagsByName(db, [key])).get(key);
    if (!tag) return;
    await refuseReferredTo(db, 'tag', [tag.id]);
    await deleteTagIn(db, actor, tag.id, false);
  },
});
