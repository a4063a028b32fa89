import type { Page } from '@twinward/contracts/core/list';
import type { TagFound, TagType } from '@twinward/contracts/signals/tag';
import type { Db } from '../../../platform/database/database.ts';
import { fromRow } from '../../../platform/database/from-row.ts';
import { found } from '../../../platform/errors.ts';
import { selectTagsByWords } from './search-store.ts';
import { selectAssetOfTwin } from './store.ts';

export interface TagSearch {
  text: string;
  types: readonly TagType[];
  twinId?: number | undefined;
}

/**
 * Returns a page of the tags that contain all words of a text, tags of a twin first.
 * @throws AppError `not-found` for an unknown twin.
 */
export async function searchTags(
  db: Db,
  { text, types, twinId }: TagSearch,
  page: { pageNumber: number; pageSize: number },
): Promise<Page<TagFound>> {
  const assetId = twinId === undefined ? null : found(await selectAssetOfTwin(db, twinId), 'Twin');
  const words = text
    .toLowerCase()
    .split(/[\s\0]+/)
    .filter(Boolean);
  const { rows, total } = await selectTagsByWords(db, words, types, assetId, {
    limit: page.pageSize,
    offset: (page.pageNumber - 1) * page.pageSize,
  });
  const records = rows.map(({ is_own, ...row }) => ({
    ...fromRow(row),
    isCalculated: row.type === 'calculated',
    isOfTwin: is_own,
  }));
  return { records, total };
}
