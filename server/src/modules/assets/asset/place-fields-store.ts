import type { FilterValue } from '@twinward/contracts/core/list';
import { sql } from 'kysely';
import type { ListField } from '../../../platform/database/list.ts';

/** Returns the values that are valid ids. */
const filterIds = (values: readonly FilterValue[]): FilterValue[] =>
  values.filter((value) => Number.isInteger(value) && Math.abs(Number(value)) < 2 ** 31);

/**
 * List fields for queries with the table `asset`: its location at any level, itself included, and its category, class
 * or type. The variables of dashboards use the same conditions.
 */
export const placeFields = {
  SiteId: {
    type: 'N',
    sql: sql`asset.parent_id`,
    holds: (values) => sql`exists (
      select from asset place where place.id = any(${filterIds(values)}::int[])
        and asset.path >= place.path and asset.path < place.path || '~')`,
  },
  ClassId: {
    type: 'N',
    sql: sql`asset.taxonomy_id`,
    holds: (values) => sql`asset.taxonomy_id in (
      select id from taxonomy_entry entry
      where array[entry.category_id, entry.class_id, entry.type_id]::int[] && ${filterIds(values)}::int[])`,
  },
} satisfies Record<string, ListField>;
