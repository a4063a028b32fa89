import type { TagAlias } from '@twinward/contracts/twins/tag-alias';
import { sql } from 'kysely';
import type { Db } from '../../../platform/database/database.ts';
import { toRecordset } from '../../../platform/database/records.ts';

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

/** @returns the new ids, in the order of the rows. */
export async function insertAliasBlock(
  db: Db,
  rows: readonly (AliasToWrite & { twin_id: number })[],
): Promise<number[]> {
  if (rows.length === 0) return [];
  const { rows: inserted } = await sql<{ id: number }>`
    insert into tag_alias (twin_id, type, name, description, keywords, unit, options, mapped_tag_id, model_part)
    select twin_id, type, name, description, keywords, unit, options, mapped_tag_id, model_part
    from ${toRecordset('tag_alias', rows)} returning id`.execute(db);
  return inserted.map(({ id }) => id);
}

export async function updateAliasBlock(
  db: Db,
  rows: readonly (AliasToWrite & { id: number })[],
): Promise<void> {
  if (rows.length === 0) return;
  await sql`
    update tag_alias set type = changed.type, name = changed.name, description = changed.description,
      keywords = changed.keywords, unit = changed.unit, options = changed.options,
      mapped_tag_id = changed.mapped_tag_id, model_part = changed.model_part, version = tag_alias.version + 1
    from ${toRecordset('tag_alias', rows)} as changed where tag_alias.id = changed.id`.execute(db);
}
