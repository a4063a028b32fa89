import type { TagAlias } from '@twinward/contracts/twins/tag-alias';
import type { ColumnType, Generated } from 'kysely';

export interface TagAliasTable {
  id: Generated<number>;
  /** Of either a twin or a calculated tag. */
  twin_id: number | null;
  calculated_tag_id: number | null;
  mapped_tag_id: number | null;
  /** The twin's input that one of a calculated tag goes along with. */
  follows_alias_id: number | null;
  type: 'work' | 'data_point';
  name: string;
  description: Generated<string>;
  keywords: Generated<string[]>;
  /** UCUM code */
  unit: string | null;
  /** Written as JSON text. */
  options: ColumnType<TagAlias['options'], string | undefined, string>;
  /** Counts up with every change. */
  version: Generated<number>;
}

declare module '../../../platform/database/database.ts' {
  interface Tables {
    tag_alias: TagAliasTable;
  }
}
