import type { TagAlias } from '@twinward/contracts/twins/tag-alias';
import { versionedTableRows } from '../../../platform/database/table-rows.ts';

/** The columns of a twin's input for a batch write. */
export interface AliasToWrite {
  type: 'work' | 'data_point';
  name: string;
  description: string;
  keywords: readonly string[];
  unit: string | null;
  options: TagAlias['options'];
  mapped_tag_id: number | null;
  model_part: number | null;
}

const rows = versionedTableRows('tag_alias');
export const insertAliasBlock = rows.insertBlock<AliasToWrite & { twin_id: number }>;
export const updateAliasBlock = rows.updateBlock<AliasToWrite & { id: number }>;
