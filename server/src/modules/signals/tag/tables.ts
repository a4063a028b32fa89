import type { TagType } from '@twinward/contracts/signals/tag';
import type { Generated } from 'kysely';

export interface TagTable {
  id: Generated<number>;
  name: string;
  caption: string;
  description: Generated<string>;
  keywords: Generated<string[]>;
  type: TagType;
  /** UCUM code */
  unit: string | null;
  source: string | null;
  /** Counts up with every change. */
  version: Generated<number>;
}

export interface AssetTagTable {
  asset_id: number;
  tag_id: number;
}

declare module '../../../platform/database/database.ts' {
  interface Tables {
    tag: TagTable;
    asset_tag: AssetTagTable;
  }
}
