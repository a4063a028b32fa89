import type { Permissions } from '@twinward/contracts/access/access';
import type { ListRequest } from '@twinward/contracts/core/list';
import type { ProtectionType } from '@twinward/contracts/protections/protection';
import { type RawBuilder, sql } from 'kysely';
import type { Db } from '../../../platform/database/database.ts';
import { compileList, findPage, type ListFields } from '../../../platform/database/list.ts';
import { placeFields } from '../../assets/asset/service.ts';
import { withSystemFields } from '../../records/record-type/service.ts';
import type { LocationSource } from '../../records/structure/service.ts';
import { isComplete, shelvingColumns } from './store.ts';

/** The same steps as `indicatorCompletion` of the rules. */
const completion = sql<number>`round(100.0 * (1
  + (select count(*) > 0 from threshold where protection_id = protection.id)::int
  + (select count(*) > 0 from protection_alias where protection_id = protection.id)::int
  + (select count(*) > 0 and bool_and(tag.id is not null and ${isComplete})
     from protection_alias join tag_alias on tag_alias.id = tag_alias_id left join tag on tag.id = mapped_tag_id
     where protection_id = protection.id)::int
  + (select count(*) > 0 and bool_and(level is not null or log_excursion or actions <> '[]')
     from threshold where protection_id = protection.id)::int
  + case protection.type when 'pattern' then is_pattern_model_current(protection.id) else false end::int
) / case protection.type when 'pattern' then 6 else 5 end)::int`;

/** Names of the asset's ancestors, from the root down; by the standard structure if none is given. */
const locationIn = (source: LocationSource | null) =>
  source === null
    ? standardLocation
    : sql<string[]>`asset_location(${source.structureId}, asset.id, ${source.types}::text[])`;

const standardLocation = sql<string[]>`array(
  select coalesce(place.asset_name, place.unique_id) from asset place
  where place.id = any(string_to_array(trim(both '/' from asset.path), '/')::int[]) and place.id <> asset.id
  order by length(place.path))`;

const active = sql<boolean>`protection.active and twin.active`;
/** When the level or the driving threshold last changed. */
const since = sql<Date | null>`(select max(at) from level_change where protection_id = protection.id)`;
const openExcursions = sql<number>`(
  select count(*) from excursion where protection_id = protection.id and end_at is null)`;

const toListFields = (location: RawBuilder<string[]>): ListFields => ({
  fields: {
    Id: { type: 'N', sql: sql`protection.id` },
    Name: { type: 'C', sql: sql`protection.name` },
    Type: { type: 'C', sql: sql`protection.type` },
    TwinId: { type: 'N', sql: sql`protection.twin_id` },
    AssetId: { type: 'N', sql: sql`twin.asset_id` },
    AssetName: { type: 'C', sql: sql`asset.asset_name` },
    AssetUniqueId: { type: 'C', sql: sql`asset.unique_id` },
    AssetPath: { type: 'C', sql: sql`asset.path` },
    Location: { type: 'C', sql: sql`array_to_string(${location}, ' / ')` },
    Active: { type: 'B', sql: sql`(${active})` },
    Level: { type: 'N', sql: sql`protection.level` },
    DrivingThreshold: { type: 'C', sql: sql`driving.name` },
    Since: { type: 'D', sql: since },
    OpenExcursions: { type: 'N', sql: openExcursions },
    Stale: { type: 'B', sql: sql`protection.stale` },
    StaleInputs: { type: 'N', sql: sql`jsonb_array_length(protection.stale_inputs)` },
    SilentSince: { type: 'D', sql: sql`protection.silent_since` },
    HasError: { type: 'B', sql: sql`(protection.error is not null)` },
    SetAside: { type: 'B', sql: sql`(protection.set_aside_at is not null)` },
    Completion: { type: 'N', sql: completion },
    LastEvaluated: { type: 'D', sql: sql`protection.evaluated_at` },
    Shelved: { type: 'B', sql: sql`(shelving.until is not null)` },
    ShelvedUntil: { type: 'D', sql: sql`shelving.until` },
    ...placeFields,
    TagId: {
      type: 'N',
      sql: sql`(select min(tag_id) from protection_input where protection_id = protection.id)`,
      holds: (values) => sql`exists (
        select from protection_input where protection_id = protection.id and tag_id = any(${values}::int[]))`,
    },
  },
  key: sql`protection.id`,
  defaultSort: [{ field: 'Level', direction: 'Descending' }],
});

/**
 * Unused joins do not affect the count, since each yields at most one row.
 * @param source of the locations; null for the standard structure
 */
export async function selectProtectionPage(
  db: Db,
  reader: Permissions,
  request: ListRequest,
  source: LocationSource | null,
) {
  const location = locationIn(source);
  const protections = db
    .selectFrom('protection')
    .leftJoin('twin', 'twin.id', 'protection.twin_id')
    .leftJoin('asset', 'asset.id', 'twin.asset_id')
    .leftJoin('shelving', 'shelving.protection_id', 'protection.id')
    .leftJoin('threshold as driving', 'driving.id', 'protection.driving_threshold_id')
    .select([
      'protection.id',
      'protection.name',
      'protection.type',
      'protection.twin_id',
      sql<number>`twin.asset_id`.as('asset_id'),
      sql<string>`asset.asset_name`.as('asset_name'),
      location.as('location'),
      active.as('active'),
      'protection.level',
      'driving.name as driving_name',
      since.as('since'),
      openExcursions.as('open_excursions'),
      'protection.stale',
      'protection.stale_inputs',
      'protection.silent_since',
      'protection.error',
      'protection.set_aside_at',
      completion.as('completion'),
      'protection.evaluated_at',
      'protection.fields',
      ...shelvingColumns,
    ]);
  const list = await withSystemFields(db, reader, 'protection', toListFields(location), request);
  return findPage(protections, compileList(request, list));
}

export interface LevelCount {
  level: number | null;
  type: ProtectionType;
  /** Whether both the protection and its twin are active. */
  active: boolean;
  shelved: boolean;
  count: number;
}

export async function countProtections(db: Db): Promise<LevelCount[]> {
  const { rows } = await sql<LevelCount>`
    select protection.level, type, ${active} as active, until is not null as shelved, count(*) as count
    from protection join twin on twin.id = twin_id left join shelving on protection_id = protection.id
    group by 1, 2, 3, 4`.execute(db);
  return rows;
}
