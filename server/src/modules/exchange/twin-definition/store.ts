import { sql } from 'kysely';
import { jsonArrayFrom } from 'kysely/helpers/postgres';
import type { Db } from '../../../platform/database/database.ts';

// Reads the rows of the parts of many twins at once, in an order that is the same for a copy.

const anyId = (ids: readonly number[]) => sql<number>`any(${ids}::int[])`;

/** Twins with their assets, by id. */
export function selectTwins(db: Db, twinIds: readonly number[]) {
  return db
    .selectFrom('twin')
    .innerJoin('asset', 'asset.id', 'twin.asset_id')
    .select(['twin.id', 'twin.asset_id', 'asset.unique_id', 'asset.asset_name'])
    .select(['twin.mission_time', 'twin.start_date', 'twin.model_version_id'])
    .where('twin.id', '=', anyId(twinIds))
    .orderBy('twin.id')
    .execute();
}

export function selectInputs(db: Db, twinIds: readonly number[]) {
  return db
    .selectFrom('tag_alias')
    .leftJoin('tag', 'tag.id', 'mapped_tag_id')
    .selectAll('tag_alias')
    .select(['tag.name as mapped_tag_name', 'tag.unit as mapped_tag_unit'])
    .where('twin_id', '=', anyId(twinIds))
    .orderBy('tag_alias.name')
    .execute();
}
export type InputRow = Awaited<ReturnType<typeof selectInputs>>[number];

/**
 * Selects the calculated tags that belong only to the assets of twins, with their aliases; without deviations of
 * patterns.
 */
export function selectCalculatedTags(db: Db, twinIds: readonly number[]) {
  return db
    .selectFrom('twin')
    .innerJoin('asset_tag', 'asset_tag.asset_id', 'twin.asset_id')
    .innerJoin('tag', 'tag.id', 'asset_tag.tag_id')
    .innerJoin('calculation', 'calculation.tag_id', 'tag.id')
    .select(['twin.id as twin_id', 'tag.id', 'tag.name', 'tag.caption', 'tag.description', 'tag.keywords'])
    .select(['tag.unit', 'tag.version', 'calculation.logic', 'calculation.model_part'])
    .select((eb) =>
      jsonArrayFrom(
        eb
          .selectFrom('tag_alias')
          .select(['name', 'mapped_tag_id', 'follows_alias_id'])
          .whereRef('calculated_tag_id', '=', 'tag.id')
          .orderBy('name'),
      ).as('aliases'),
    )
    .where('twin.id', '=', anyId(twinIds))
    .where(sql<boolean>`not exists (
      select from asset_tag as other where other.tag_id = tag.id and other.asset_id <> twin.asset_id)`)
    .where(sql<boolean>`not exists (
      select from calculation_deviation where calculation_deviation.tag_id = tag.id)`)
    .orderBy('tag.name')
    .execute();
}
export type CalculatedTagRow = Awaited<ReturnType<typeof selectCalculatedTags>>[number];

export function selectFailureModes(db: Db, twinIds: readonly number[]) {
  return db
    .selectFrom('failure_mode')
    .selectAll()
    .where('twin_id', '=', anyId(twinIds))
    .orderBy('name')
    .execute();
}
export type FailureModeRow = Awaited<ReturnType<typeof selectFailureModes>>[number];

export function selectActivities(db: Db, twinIds: readonly number[]) {
  return db
    .selectFrom('activity')
    .selectAll('activity')
    .select(
      sql<number[]>`array(
        select failure_mode_id from activity_failure_mode where activity_id = activity.id)`.as(
        'failure_mode_ids',
      ),
    )
    .where('twin_id', '=', anyId(twinIds))
    .orderBy('name')
    .execute();
}
export type ActivityRow = Awaited<ReturnType<typeof selectActivities>>[number];

export function selectProtections(db: Db, twinIds: readonly number[]) {
  return db
    .selectFrom('protection')
    .select(['protection.id', 'twin_id', 'name', 'description', 'type', 'active', 'default_level'])
    .select(['start_date', 'fields', 'model_part'])
    .select((eb) =>
      jsonArrayFrom(
        eb
          .selectFrom('protection_alias')
          .select(['tag_alias_id', 'settings'])
          .whereRef('protection_id', '=', 'protection.id')
          .orderBy('tag_alias_id'),
      ).as('aliases'),
    )
    .select(
      sql<number[]>`array(
        select failure_mode_id from failure_mode_protection
        where protection_id = protection.id)`.as('failure_mode_ids'),
    )
    .where('twin_id', '=', anyId(twinIds))
    .orderBy('name')
    .orderBy('protection.id')
    .execute();
}
export type ProtectionRow = Awaited<ReturnType<typeof selectProtections>>[number];

export function selectThresholds(db: Db, twinIds: readonly number[]) {
  return db
    .selectFrom('threshold')
    .innerJoin('protection', 'protection.id', 'protection_id')
    .selectAll('threshold')
    .select('twin_id')
    .where('twin_id', '=', anyId(twinIds))
    .orderBy('position')
    .execute();
}
export type ThresholdRow = Awaited<ReturnType<typeof selectThresholds>>[number];

/**
 * Selects the pattern sets of protections, each with its patterns and the latest model that is in service or from the
 * library.
 */
export function selectPatternSets(db: Db, protectionIds: readonly number[]) {
  return db
    .selectFrom('pattern_set')
    .leftJoinLateral(
      (eb) =>
        eb
          .selectFrom('pattern_version as version')
          .selectAll('version')
          .whereRef('version.pattern_set_id', '=', 'pattern_set.id')
          .orderBy(
            sql`version.id is not distinct from version_in_service_id or trained_on is not null`,
            'desc',
          )
          .orderBy('number', 'desc')
          .limit(1)
          .as('trained'),
      (join) => join.onTrue(),
    )
    .selectAll('pattern_set')
    .select(['trained.model', 'trained.expected', 'trained.inputs', 'trained.bands', 'trained.evaluation'])
    .select(['trained.pattern_ids', 'trained.windows', 'trained.step_seconds as trained_step_seconds'])
    .select(['trained.strictness as trained_strictness', 'trained.condition as trained_condition'])
    .select(['trained.trained_on'])
    .select((eb) =>
      jsonArrayFrom(
        eb
          .selectFrom('pattern')
          .select(['id', 'name', 'color', 'is_default'])
          .whereRef('pattern.pattern_set_id', '=', 'pattern_set.id')
          .orderBy('position'),
      ).as('patterns'),
    )
    .where('protection_id', '=', anyId(protectionIds))
    .execute();
}
export type PatternSetRow = Awaited<ReturnType<typeof selectPatternSets>>[number];

export function selectParameters(db: Db, twinIds: readonly number[]) {
  return db
    .selectFrom('twin_parameter')
    .selectAll()
    .where('twin_id', '=', anyId(twinIds))
    .orderBy('name')
    .execute();
}
export type ParameterRow = Awaited<ReturnType<typeof selectParameters>>[number];

/** The tags with those names, and their assets. */
export function selectTagsOfAssets(db: Db, names: readonly string[]) {
  return db
    .selectFrom('tag')
    .select(['id', 'name', 'type', 'unit'])
    .select(sql<number[]>`array(select asset_id from asset_tag where tag_id = tag.id)`.as('asset_ids'))
    .where('name', '=', sql<string>`any(${names}::text[])`)
    .execute();
}
