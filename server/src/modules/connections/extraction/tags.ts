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
      const [tagId] = await createTagsIn(
        db,
        null,
        [
          {
            type: 'work',
            name: await freeName(db, `${uniqueId} ${type}`.trim()),
            caption: `Work of ${assetName}${type === '' ? '' : `, ${type}`}`.slice(0, 200),
            description: '',
            keywords: [],
            assetIds: [assetId],
            source: type,
            unit: null,
            logic: '',
            aliases: [],
          },
        ],
        { lenient: true },
      );
      await insertStreamTag(db, { connection_group_id: groupId, asset_id: assetId, type, tag_id: tagId! });
      tags.set(key, tagId!);
    }
  }
  return (one) => tags.get(keyOf(one))!;
}

/** The name, with a number where others have it. */
async function freeName(db: Db, name: string): Promise<string> {
  const base = name.slice(0, 190);
  for (let count = 1; ; count++) {
    const tried = count === 1 ? base : `${base} (${count})`;
    if (!(await listTagsByName(db, [tried])).has(tried)) return tried;
  }
}
