import type { ListRequest } from '@twinward/contracts/core/list';
import { type Insertable, type SqlBool, sql } from 'kysely';
import type { Db } from '../../../platform/database/database.ts';
import type { TwinModelVersionTable } from '../../../platform/database/generated/rows.ts';
import { compileList, findPage, type ListFields } from '../../../platform/database/list.ts';
import { tableRows, versionedTableRows } from '../../../platform/database/table-rows.ts';

/** The user who asks: private models are visible only to their creators and administrators. */
export interface Viewer {
  userId: number;
  seesPrivate: boolean;
}

const isVisible = ({ userId, seesPrivate }: Viewer) => sql<SqlBool>`(twin_model.access_level <> 'private'
  or twin_model.created_by = ${userId} or ${seesPrivate}::boolean)`;

const list: ListFields = {
  fields: {
    Id: { type: 'N', sql: sql`twin_model.id` },
    Name: { type: 'C', sql: sql`twin_model.name` },
    Description: { type: 'C', sql: sql`twin_model.description` },
    Active: { type: 'B', sql: sql`twin_model.active` },
    Category: { type: 'C', sql: sql`taxonomy_entry.category` },
    Class: { type: 'C', sql: sql`taxonomy_entry.class` },
    Type: { type: 'C', sql: sql`taxonomy_entry.type` },
    Author: { type: 'C', sql: sql`twin_model.author` },
    Manufacturer: { type: 'C', sql: sql`twin_model.manufacturer` },
    Model: { type: 'C', sql: sql`twin_model.model` },
    AccessLevel: { type: 'C', sql: sql`twin_model.access_level` },
    State: { type: 'C', sql: sql`shown.state` },
    DraftVersionId: { type: 'N', sql: sql`draft.id` },
    TwinCount: { type: 'N', sql: sql`twins.twin_count` },
    OutdatedCount: { type: 'N', sql: sql`twins.outdated_count` },
    UpdatedAt: { type: 'D', sql: sql`twin_model.updated_at` },
  },
  key: sql`twin_model.id`,
  defaultSort: [{ field: 'Name', direction: 'Ascending' }],
};

/** The order of versions of a model. */
export const newestFirst = sql`major desc, minor desc, patch desc`;

/** Selects models at their newest published version or, before the first, at their draft. */
function selectModels(db: Db, viewer: Viewer) {
  return db
    .selectFrom('twin_model')
    .innerJoinLateral(
      (from) =>
        from
          .selectFrom('twin_model_version')
          .select(['id', 'state', 'major', 'minor', 'patch'])
          .whereRef('model_id', '=', 'twin_model.id')
          .orderBy(sql`state = 'published'`, 'desc')
          .orderBy(newestFirst)
          .limit(1)
          .as('shown'),
      (join) => join.onTrue(),
    )
    .innerJoinLateral(
      (from) =>
        from
          .selectFrom('twin')
          .innerJoin('twin_model_version as version', 'version.id', 'twin.model_version_id')
          .select([
            sql<number>`count(*)`.as('twin_count'),
            sql<number>`count(*) filter (where shown.state = 'published' and version.id <> shown.id)`.as(
              'outdated_count',
            ),
          ])
          .whereRef('version.model_id', '=', 'twin_model.id')
          .as('twins'),
      (join) => join.onTrue(),
    )
    .leftJoin('twin_model_version as draft', (join) =>
      join.onRef('draft.model_id', '=', 'twin_model.id').on('draft.state', '=', 'draft'),
    )
    .leftJoin('taxonomy_entry', 'taxonomy_entry.id', 'twin_model.taxonomy_id')
    .selectAll('twin_model')
    .select(['shown.id as version_id', 'shown.state', 'shown.major', 'shown.minor', 'shown.patch'])
    .select('draft.id as draft_version_id')
    .select(['twins.twin_count', 'twins.outdated_count'])
    .select(['category_id', 'category', 'class_id', 'class', 'type_id', 'type'])
    .where(isVisible(viewer));
}
export type ModelRow = Awaited<ReturnType<ReturnType<typeof selectModels>['execute']>>[number];

export function selectModelPage(db: Db, viewer: Viewer, request: ListRequest) {
  return findPage(selectModels(db, viewer), compileList(request, list));
}

export async function selectModel(db: Db, viewer: Viewer, id: number): Promise<ModelRow | null> {
  return (await selectModels(db, viewer).where('twin_model.id', '=', id).executeTakeFirst()) ?? null;
}

/**
 * Selects the published models in use for these entries of the taxonomy: those for the first entries first, then those
 * with the most twins.
 */
export function selectModelsForTaxonomy(
  db: Db,
  viewer: Viewer,
  taxonomyIds: readonly number[],
  limit: number,
): Promise<ModelRow[]> {
  const place = sql<number>`array_position(${[...taxonomyIds]}::int[], twin_model.taxonomy_id)`;
  return selectModels(db, viewer)
    .where(place, 'is not', null)
    .where('twin_model.active', '=', true)
    .where('shown.state', '=', 'published')
    .orderBy(place)
    .orderBy('twins.twin_count', 'desc')
    .orderBy('twin_model.name')
    .limit(limit)
    .execute();
}

/** The published models in use that other installations may take, by name. */
export function selectSharedModels(db: Db): Promise<ModelRow[]> {
  return selectModels(db, { userId: 0, seesPrivate: false })
    .where('twin_model.access_level', '=', 'shared')
    .where('twin_model.active', '=', true)
    .where('shown.state', '=', 'published')
    .orderBy('twin_model.name')
    .limit(1000)
    .execute();
}

export function selectModelsByName(db: Db, viewer: Viewer, names: readonly string[]): Promise<ModelRow[]> {
  return selectModels(db, viewer)
    .where('twin_model.name', '=', sql<string>`any(${[...names]}::text[])`)
    .execute();
}

/** Selects those of the models that exist. */
export async function selectModelIds(db: Db, ids: readonly number[]): Promise<number[]> {
  const rows = await db
    .selectFrom('twin_model')
    .select('id')
    .where('id', '=', sql<number>`any(${[...ids]}::int[])`)
    .execute();
  return rows.map(({ id }) => id);
}

/** Selects the highest part id in any version of a model; 0 without parts. Reads all its definitions. */
export async function selectLastPartId(db: Db, modelId: number): Promise<number> {
  const { rows } = await sql<{ id: number }>`
    select coalesce(max(part::int), 0) as id from twin_model_version,
      lateral (
        select jsonb_path_query(definition, '$.*[*].id') as part
        union all
        select jsonb_path_query(definition, '$.indicators[*].thresholds[*].id')) as parts
    where model_id = ${modelId}`.execute(db);
  return rows[0]!.id;
}

const twinModelRows = versionedTableRows('twin_model', { hasUpdateTime: true });
/** Locks the model's row (`FOR UPDATE`). Its versions are written only under this lock. */
export const lockModel = twinModelRows.lock;
export const insertModel = twinModelRows.insert;
export const updateModelRow = twinModelRows.updateAndBump;
export const deleteModelRow = twinModelRows.delete;
const twinModelVersionRows = tableRows('twin_model_version');
export const updateVersionRow = twinModelVersionRows.update;
export const deleteVersionRow = twinModelVersionRows.delete;

/** Also bumps the optimistic-lock version. */
const selectVersionRows = (db: Db) =>
  db
    .selectFrom('twin_model_version')
    .select(['twin_model_version.id', 'model_id', 'state', 'major', 'minor', 'patch', 'notes', 'definition']);
export type VersionRow = Awaited<ReturnType<ReturnType<typeof selectVersionRows>['execute']>>[number];

export async function selectVersion(db: Db, id: number): Promise<VersionRow | null> {
  return (await selectVersionRows(db).where('id', '=', id).executeTakeFirst()) ?? null;
}

/** Selects all versions of models, by number, drafts last. */
export function selectVersionsOfModels(db: Db, modelIds: readonly number[]): Promise<VersionRow[]> {
  return selectVersionRows(db)
    .where('model_id', '=', sql<number>`any(${[...modelIds]}::int[])`)
    .orderBy(sql`state = 'draft'`)
    .orderBy('major')
    .orderBy('minor')
    .orderBy('patch')
    .execute();
}

const selectNamedVersions = (db: Db) =>
  selectVersionRows(db)
    .innerJoin('twin_model', 'twin_model.id', 'twin_model_version.model_id')
    .select(['twin_model.name as model_name', 'twin_model.active']);
export type NamedVersionRow = Awaited<ReturnType<ReturnType<typeof selectNamedVersions>['execute']>>[number];

/** Selects versions with the names of their models, in no particular order. */
export function selectVersions(db: Db, ids: readonly number[]): Promise<NamedVersionRow[]> {
  return selectNamedVersions(db)
    .where('twin_model_version.id', '=', sql<number>`any(${[...ids]}::int[])`)
    .execute();
}

/** Selects a published version of a model that the user may see, by default the newest one. */
export async function selectPublishedVersion(
  db: Db,
  viewer: Viewer,
  modelId: number,
  versionId?: number,
): Promise<NamedVersionRow | null> {
  const published = selectNamedVersions(db)
    .where('model_id', '=', modelId)
    .where('state', '=', 'published')
    .where(isVisible(viewer))
    .$if(versionId !== undefined, (query) => query.where('twin_model_version.id', '=', versionId!))
    .orderBy(newestFirst)
    .limit(1);
  return (await published.executeTakeFirst()) ?? null;
}

export async function selectDraft(db: Db, modelId: number): Promise<VersionRow | null> {
  const draft = selectVersionRows(db).where('model_id', '=', modelId).where('state', '=', 'draft');
  return (await draft.executeTakeFirst()) ?? null;
}

export async function selectNewestVersion(db: Db, modelId: number): Promise<VersionRow | null> {
  const newest = selectVersionRows(db)
    .where('model_id', '=', modelId)
    .where('state', '=', 'published')
    .orderBy(newestFirst)
    .limit(1);
  return (await newest.executeTakeFirst()) ?? null;
}

export async function insertVersion(db: Db, version: Insertable<TwinModelVersionTable>): Promise<void> {
  await db.insertInto('twin_model_version').values(version).execute();
}

/** Selects the versions of a model: the draft first, then newest first. */
export function selectVersionPage(db: Db, modelId: number, page: { pageNumber: number; pageSize: number }) {
  const versions = db
    .selectFrom('twin_model_version')
    .leftJoin('app_user', 'app_user.id', 'twin_model_version.published_by')
    .select(['twin_model_version.id', 'state', 'major', 'minor', 'patch', 'notes', 'published_at'])
    .select('app_user.user_name')
    .select(
      sql<number>`(select count(*) from twin where twin.model_version_id = twin_model_version.id)`.as(
        'twin_count',
      ),
    )
    .where('twin_model_version.model_id', '=', modelId);
  return findPage(versions, {
    orderBy: sql`state = 'draft' desc, ${newestFirst}`,
    limit: page.pageSize,
    offset: (page.pageNumber - 1) * page.pageSize,
  });
}

export async function countTwins(db: Db, modelId: number): Promise<number> {
  const { count } = await db
    .selectFrom('model_of_twin')
    .select(sql<number>`count(*)`.as('count'))
    .where('model_id', '=', modelId)
    .executeTakeFirstOrThrow();
  return count;
}

export async function countTwinsOfVersion(db: Db, versionId: number): Promise<number> {
  const { count } = await db
    .selectFrom('twin')
    .select(sql<number>`count(*)`.as('count'))
    .where('model_version_id', '=', versionId)
    .executeTakeFirstOrThrow();
  return Number(count);
}

export async function taxonomyExists(db: Db, id: number): Promise<boolean> {
  const entry = await db.selectFrom('taxonomy').select('id').where('id', '=', id).executeTakeFirst();
  return entry !== undefined;
}

/** Selects the names of models that begin with a text. */
export async function selectTakenNames(db: Db, start: string): Promise<string[]> {
  const rows = await db
    .selectFrom('twin_model')
    .select('name')
    .where(sql<SqlBool>`starts_with(lower(name), lower(${start}))`)
    .execute();
  return rows.map(({ name }) => name);
}

/**
 * Selects the users who subscribed to twins at other versions of a model than the given one, with the number of these
 * twins and one of them. For a private model, only its creator.
 */
export async function selectWaitingOfSubscribers(
  db: Db,
  { modelId, versionId, exceptUserId }: { modelId: number; versionId: number; exceptUserId: number },
): Promise<{ userId: number; count: number; twinId: number }[]> {
  const { rows } = await sql<{ userId: number; count: number; twinId: number }>`
    select user_id as "userId", count(*) as count, min(twin.id) as "twinId"
    from twin_model_version as version
    join twin_model on twin_model.id = version.model_id
    join twin on twin.model_version_id = version.id
    join subscription on subscription.twin_id = twin.id
    where version.model_id = ${modelId} and version.id <> ${versionId} and user_id <> ${exceptUserId}
      and (access_level <> 'private' or user_id = twin_model.created_by)
    group by user_id order by user_id`.execute(db);
  return rows;
}

/** Takes a lock, so that only one transaction at a time changes which models were taken from other installations. */
export async function lockRemoteLibrary(db: Db): Promise<void> {
  await sql`select pg_advisory_xact_lock(hashtext('remote library'))`.execute(db);
}

/** Takes a lock, so that only one transaction at a time loads the starter library. */
export async function lockStarterLibrary(db: Db): Promise<void> {
  await sql`select pg_advisory_xact_lock(hashtext('starter library'))`.execute(db);
}
