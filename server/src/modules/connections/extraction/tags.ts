import type { NewTag } from '@twinward/contracts/signals/tag';
import type { Db } from '../../../platform/database/database.ts';
import { getAssets } from '../../assets/asset/service.ts';
import { createTagsIn, listTagsByName } from '../../signals/tag/service.ts';
import { insertStreamTags, selectStreamTags } from './store.ts';

/** Work that needs a tag: of an asset, with a type code. */
interface WorkOfType {
  assetId: number;
  type: string;
}

/** Returns the tag of each asset and type code, and creates missing ones, in the caller's transaction. */
export async function provideTags(
  db: Db,
  groupId: number,
  wanted: readonly WorkOfType[],
): Promise<(work: WorkOfType) => number> {
  const toKey = ({ assetId, type }: WorkOfType) => `${assetId} ${type}`;
  const tags = new Map(
    (await selectStreamTags(db, groupId, wanted)).map((row) => [
      toKey({ assetId: row.asset_id, type: row.type }),
      row.tag_id,
    ]),
  );
  const missing = new Map(wanted.filter((one) => !tags.has(toKey(one))).map((one) => [toKey(one), one]));
  if (missing.size > 0) {
    const found = await findOrCreateTags(db, [...missing.values()]);
    await insertStreamTags(
      db,
      found.map(({ assetId, type, tagId }) => ({
        connection_group_id: groupId,
        asset_id: assetId,
        type,
        tag_id: tagId,
      })),
    );
    for (const { tagId, ...work } of found) tags.set(toKey(work), tagId);
  }
  return (one) => tags.get(toKey(one))!;
}

/** Maximum length of a name that leaves room for a number. */
const longestName = 190;

/**
 * Uses the tags that another connection created for the work, so that deleting and recreating a connection makes no
 * duplicates; otherwise creates tags, with a number in names that are taken.
 */
async function findOrCreateTags(
  db: Db,
  wanted: readonly WorkOfType[],
): Promise<(WorkOfType & { tagId: number })[]> {
  const ids = [...new Set(wanted.map(({ assetId }) => assetId))];
  const assets = new Map((await getAssets(db, ids)).map((asset) => [asset.id, asset]));
  const tags: (WorkOfType & { tagId: number })[] = [];
  let waiting = wanted;
  for (let count = 1; waiting.length > 0; count++) {
    const toName = ({ assetId, type }: WorkOfType) => {
      const base = `${assets.get(assetId)!.uniqueId} ${type}`.trim().slice(0, longestName);
      return count === 1 ? base : `${base} (${count})`;
    };
    const known = await listTagsByName(db, waiting.map(toName));
    const free = new Map<string, WorkOfType>();
    const others: WorkOfType[] = [];
    for (const work of waiting) {
      const name = toName(work);
      const tag = known.get(name);
      const isSame =
        tag?.type === 'work' && tag.source === work.type && tag.assetIds.join() === String(work.assetId);
      if (isSame) tags.push({ ...work, tagId: tag.id });
      else if (!tag && !free.has(name)) free.set(name, work);
      else others.push(work);
    }
    const rows = [...free].map(([name, { assetId, type }]) => {
      const caption = `Work of ${assets.get(assetId)!.assetName}${type === '' ? '' : `, ${type}`}`;
      return toTag({ name, caption: caption.slice(0, 200), assetIds: [assetId], source: type });
    });
    const made = await createTagsIn(db, null, rows, { lenient: true });
    for (const [place, work] of [...free.values()].entries()) tags.push({ ...work, tagId: made[place]! });
    waiting = others;
  }
  return tags;
}

const toTag = (tag: Pick<NewTag, 'name' | 'caption' | 'assetIds' | 'source'>): NewTag => ({
  ...tag,
  type: 'work',
  ...{ description: '', keywords: [], unit: null, logic: '', aliases: [] },
});
