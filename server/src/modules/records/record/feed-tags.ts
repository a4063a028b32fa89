import type { FieldByKind, FieldDefinition, FieldValues } from '@twinward/contracts/records/field';
import { valueIn } from '@twinward/domain/records/conditions';
import { fromWall } from '@twinward/domain/time-zone';
import type { Db } from '../../../platform/database/database.ts';
import { getAssets } from '../../assets/asset/service.ts';
import { removePointsIn, savePoints } from '../../signals/data-point/service.ts';
import { createTagsIn, listTagsByName } from '../../signals/tag/service.ts';
import type { AuditActor } from '../../system/audit/service.ts';
import { getTimeZone } from '../../system/setting/service.ts';
import type { TypeDefinition } from '../record-type/service.ts';
import { insertFedTags, lockFedTags, type PointPlace, selectFedTags, selectFedValues } from './tag-store.ts';

type FeedingField = FieldByKind<'number'> | FieldByKind<'integer'> | FieldByKind<'computed'>;

/** The values of a record before and after a change; null before its creation and after its deletion. */
export interface FedChange {
  before: FieldValues | null;
  after: FieldValues | null;
}

/** A field that feeds tags, with the fields that contain the asset and the time of its points. */
interface Feed {
  field: FeedingField;
  asset: FieldDefinition;
  time: FieldDefinition;
}

const earliest = 0;
const latest = Date.UTC(2101, 0, 1) - 1;
const maximumName = 200;

/**
 * Writes the values of fields that feed tags as points, in the transaction that stores the records. The first point
 * creates its tag. If several records have a value for the same time, the last changed record wins.
 */
export async function feedTags(
  db: Db,
  by: AuditActor,
  type: TypeDefinition,
  changes: readonly FedChange[],
): Promise<void> {
  const feeds = type.fields.flatMap((field) => findFeed(type, field) ?? []);
  if (feeds.length === 0) return;
  const timeZone = await getTimeZone(db);
  for (const feed of feeds) {
    const places = changedPlaces(feed, changes);
    if (places.length === 0) continue;
    const values = await selectFedValues(db, type, { ...feed, field: feed.field.name }, places);
    await writePoints(db, by, type, feed, values, timeZone);
  }
}

function findFeed({ fields }: TypeDefinition, field: FieldDefinition): Feed | null {
  if (!('feeds' in field) || !field.feeds || field.deprecated) return null;
  const find = (name: string) => fields.find((one) => one.name === name);
  const [asset, time] = [find(field.feeds.asset), find(field.feeds.time)];
  return asset && time ? { field, asset, time } : null;
}

/** Returns the assets and times whose points may change. */
function changedPlaces(feed: Feed, changes: readonly FedChange[]): PointPlace[] {
  const places = new Map<string, PointPlace>();
  for (const { before, after } of changes) {
    const [was, is] = [pointIn(feed, before), pointIn(feed, after)];
    if (JSON.stringify(was) === JSON.stringify(is)) continue;
    for (const point of [was, is]) if (point !== null) places.set(`${point.assetId} ${point.time}`, point);
  }
  return [...places.values()];
}

function pointIn(feed: Feed, values: FieldValues | null): (PointPlace & { value: number }) | null {
  if (values === null) return null;
  const [value, assetId, time] = [feed.field, feed.asset, feed.time].map(({ name }) => valueIn(values, name));
  const isWhole = typeof value === 'number' && typeof assetId === 'number' && typeof time === 'string';
  return isWhole ? { value, assetId, time } : null;
}

async function writePoints(
  db: Db,
  by: AuditActor,
  type: TypeDefinition,
  feed: Feed,
  values: readonly (PointPlace & { value: number | null })[],
  timeZone: string,
): Promise<void> {
  const withValue = values.flatMap(({ assetId, value }) => (value === null ? [] : [assetId]));
  const tags = await ensureTags(db, by, type, feed.field, [...new Set(withValue)]);
  const known = await selectFedTags(
    db,
    type,
    feed.field.name,
    values.map(({ assetId }) => assetId),
  );
  const points = new Map<number, { time: number; value: number; quality: 'good' }[]>();
  for (const { assetId, time: text, value } of values) {
    const tagId = tags.get(assetId) ?? known.get(assetId);
    const time = toTime(feed.time, text, timeZone);
    // Skips deleted assets and tags, and times outside the range of the series store.
    if (tagId === undefined || time < earliest || time > latest) continue;
    if (value === null) await removePointsIn(db, by, tagId, { from: time, to: time + 1 });
    else points.set(tagId, [...(points.get(tagId) ?? []), { time, value, quality: 'good' }]);
  }
  if (points.size > 0)
    await savePoints(
      db,
      by,
      Array.from(points, ([tagId, some]) => ({ tagId, points: some })),
    );
}

/** Returns epoch milliseconds; for a date, the start of the day in the plant's time zone. */
const toTime = ({ kind }: FieldDefinition, text: string, timeZone: string): number =>
  kind === 'date' ? fromWall(Date.parse(`${text}T00:00:00Z`), timeZone) : Date.parse(text);

/** Returns the tags that a field feeds, by asset. Creates missing ones. Deleted assets are omitted. */
async function ensureTags(
  db: Db,
  by: AuditActor,
  type: TypeDefinition,
  field: FeedingField,
  assetIds: readonly number[],
): Promise<Map<number, number>> {
  const found = await selectFedTags(db, type, field.name, assetIds);
  if (assetIds.every((id) => found.has(id))) return found;
  await lockFedTags(db, type);
  const known = await selectFedTags(db, type, field.name, assetIds);
  const assets = await getAssets(
    db,
    assetIds.filter((id) => !known.has(id)),
  );
  const created: { assetId: number; tagId: number }[] = [];
  for (const { id: assetId, uniqueId } of assets) {
    const [tagId] = await createTagsIn(db, by, [
      {
        name: await freeName(db, `${uniqueId}.${type.name}.${field.name}`.slice(0, maximumName - 10)),
        caption: field.caption,
        description: `${field.caption} of ${type.pluralCaption || type.caption}`,
        type: 'data_point' as const,
        unit: field.kind === 'integer' ? null : field.unit,
        keywords: [],
        source: null,
        assetIds: [assetId],
        logic: '',
        aliases: [],
      },
    ]);
    created.push({ assetId, tagId: tagId! });
  }
  if (created.length > 0) await insertFedTags(db, type, field.name, created);
  return new Map([...known, ...created.map(({ assetId, tagId }) => [assetId, tagId] as const)]);
}

/** Returns the name, with a number appended if a tag already has it. */
async function freeName(db: Db, name: string): Promise<string> {
  for (let number = 1; ; number++) {
    const wanted = number === 1 ? name : `${name}.${number}`;
    if (!(await listTagsByName(db, [wanted])).has(wanted)) return wanted;
  }
}
