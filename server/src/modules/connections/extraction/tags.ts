import type { Db } from '../../../platform/database/database.ts';
import { getAssets } from '../../assets/asset/service.ts';
import { createTagsIn, listTagsByName } from '../../signals/tag/service.ts';
import { insertStreamTag, selectStreamTags } from './store.ts';

/** Work that needs a tag: of an asset, with a type code. */
export interface WorkOfType {
  assetId: number;
  type: string;
}

/** The tag of each asset and type code; one that is missing is made, in the caller's transaction. */
export async function provideTags(
  db: Db,
  groupId: number,
  wanted: readonly WorkOfType[],
): Promise<(work: WorkOfType) => number> {
  const keyOf = ({ assetId, type }: WorkOfType) => `${assetId} ${type}`;
  const tags = new Map(
    (await selectStreamTags(db, groupId, wanted)).map((row) => [
      keyOf({ assetId: row.asset_id, type: row.type }),
      row.tag_id,
    ]),
  );
  const missing = new Map(wanted.filter((one) => !tags.has(keyOf(one))).map((one) => [keyOf(one), one]));
  if (missing.size > 0) {
    const assets = new Map(
      (await getAssets(db, [...new Set([...missing.values()].map(({ assetId }) => assetId))])).map(
        (asset) => [asset.id, asset],
      ),
    );
    for (const [key, { assetId, type }] of missing) {
      const { uniqueId, assetName } = assets.get(assetId)!;
      const found = await findTag(db, `${uniqueId} ${type}`.trim(), { assetId, type });
      const caption = `Work of ${assetName}${type === '' ? '' : `, ${type}`}`.slice(0, 200);
      const tagId =
        found.id ?? (await makeTag(db, { name: found.name, caption, assetIds: [assetId], source: type }));
      await insertStreamTag(db, { connection_group_id: groupId, asset_id: assetId, type, tag_id: tagId });
      tags.set(key, tagId);
    }
  }
  return (one) => tags.get(keyOf(one))!;
}

async function makeTag(
  db: Db,
  tag: { name: string; caption: string; assetIds: number[]; source: string },
): Promise<number> {
  const rest = { description: '', keywords: [], unit: null, logic: '', aliases: [] };
  const [id] = await createTagsIn(db, null, [{ type: 'work', ...tag, ...rest }], { lenient: true });
  return id!;
}

/**
 * The tag that another connection made for the work, so that a connection that was deleted and made anew doubles none;
 * else the name, with a number where other tags have it.
 */
async function findTag(
  db: Db,
  name: string,
  { assetId, type }: WorkOfType,
): Promise<{ id: number | null; name: string }> {
  const base = name.slice(0, 190);
  for (let count = 1; ; count++) {
    const tried = count === 1 ? base : `${base} (${count})`;
    const tag = (await listTagsByName(db, [tried])).get(tried);
    if (!tag) return { id: null, name: tried };
    const isSame = tag.type === 'work' && tag.source === type && tag.assetIds.join() === String(assetId);
    if (isSame) return { id: tag.id, name: tried };
  }
}
