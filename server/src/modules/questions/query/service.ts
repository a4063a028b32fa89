import { hasAccess } from '@twinward/contracts/access/access';
import { insufficientPrivilege } from '@twinward/contracts/core/error';
import type { ListRequest, Page } from '@twinward/contracts/core/list';
import type {
  NewQuery,
  Query,
  QueryChange,
  QuerySummary,
  QueryType,
  QueryUse,
  QueryVersion,
} from '@twinward/contracts/questions/query';
import type { QueryDefinition } from '@twinward/contracts/questions/query-definition';
import type { QueryResult } from '@twinward/contracts/questions/query-result';
import type { Actor, Doer } from '../../../platform/actor.ts';
import type { Db } from '../../../platform/database/database.ts';
import { withTransaction } from '../../../platform/database/transaction.ts';
import { AppError, found, outdated } from '../../../platform/errors.ts';
import { publish } from '../../../platform/live/live-events.ts';
import { EntityAudit } from '../../system/audit/service.ts';
import { describeTypes, loadCatalogue } from './catalogue/load.ts';
import { checkDefinition } from './check.ts';
import { queryUsed } from './events.ts';
import { type Run, runDefinition, seesShared, toReader } from './reader.ts';
import {
  deleteFavorite,
  deleteQueryRow,
  insertFavorite,
  insertQuery,
  insertVersion,
  lockQuery,
  type QueryRow,
  selectFolders,
  selectQuery,
  selectQueryPage,
  selectVersion,
  selectVersions,
  updateQueryRow,
  upsertUse,
  type Viewer,
} from './store.ts';

export { checkDefinition } from './check.ts';
export { type Run, runDefinition, toReader } from './reader.ts';
export { runLifetime } from './result-cache.ts';
export { runQuery as runInThisThread } from './run.ts';
export { isVisible } from './store.ts';

export const toViewer = (actor: Doer): Viewer => ({
  userId: actor.userId,
  seesShared: seesShared(actor),
  seesOrphans: hasAccess(actor, 'system'),
});

/** Whether the actor may change a query: owners may, and administrators for all queries. */
const mayEdit = (actor: Doer, row: Pick<QueryRow, 'owner_id'>): boolean =>
  hasAccess(actor, 'queries') && (row.owner_id === actor.userId || hasAccess(actor, 'system'));

function toSummary(actor: Doer, row: QueryRow): QuerySummary {
  return {
    id: row.id,
    name: row.name,
    description: row.description,
    folder: row.folder,
    sharing: row.sharing,
    source: row.source,
    view: row.view,
    owner: row.owner_id === null ? null : { id: row.owner_id, userName: row.owner_name ?? '' },
    isFavorite: row.is_favorite,
    mayEdit: mayEdit(actor, row),
    createdAt: row.created_at.toISOString(),
    updatedAt: row.updated_at.toISOString(),
    version: row.version,
  };
}

const toQuery = (actor: Doer, row: QueryRow): Query => ({
  ...toSummary(actor, row),
  definition: row.definition,
});

/** Lists the types, fields and relations that queries of the user can name. */
export async function listQueryTypes(actor: Actor): Promise<QueryType[]> {
  const reader = await toReader(actor.tenant.db, actor);
  return describeTypes(await loadCatalogue(actor.tenant.db, new Set(reader.types)));
}

/** Lists the actor's own and the shared queries. */
export async function listQueries(actor: Actor, request: ListRequest): Promise<Page<QuerySummary>> {
  const { records, total } = await selectQueryPage(actor.tenant.db, toViewer(actor), request);
  return { records: records.map((row) => toSummary(actor, row)), total };
}

export const listFolders = (actor: Actor) => selectFolders(actor.tenant.db, toViewer(actor));

/** @throws AppError `not-found`, also for a query of another user that is not shared. */
export async function getQuery(actor: Doer, id: number): Promise<Query> {
  return toQuery(actor, await findQuery(actor.tenant.db, actor, id));
}

async function findQuery(db: Db, actor: Doer, id: number): Promise<QueryRow> {
  return found(await selectQuery(db, toViewer(actor), id), 'Query');
}

const toRow = ({ name, description, folder, sharing, definition }: NewQuery) => ({
  name,
  description,
  folder: tidyFolder(folder),
  sharing,
  definition: JSON.stringify(definition),
  source: definition.source.kind === 'records' ? definition.source.type : 'series',
  view: definition.display.view,
});

/** Removes empty parts and surrounding spaces from a folder path. */
const tidyFolder = (folder: string): string =>
  folder
    .split('/')
    .map((part) => part.trim())
    .filter(Boolean)
    .join('/');

const audit = new EntityAudit('query', ({ id, name, description, folder, sharing, definition }: Query) => ({
  id,
  name,
  facts: {
    name,
    description,
    folder,
    sharing,
    definition,
  },
}));

/** @throws AppError `invalid-request` for an invalid definition. */
export async function createQuery(actor: Actor, query: NewQuery): Promise<Query> {
  await checkDefinition(actor.tenant.db, await toReader(actor.tenant.db, actor), query.definition);
  return withTransaction(actor.tenant.db, (db) => insertChecked(db, actor, query));
}

/** Like `createQuery`, in the caller's transaction. */
export async function createQueryIn(db: Db, actor: Doer, query: NewQuery): Promise<Query> {
  await checkDefinition(db, await toReader(db, actor), query.definition);
  return insertChecked(db, actor, query);
}

async function insertChecked(db: Db, actor: Doer, query: NewQuery): Promise<Query> {
  const id = await insertQuery(db, { ...toRow(query), owner_id: actor.userId });
  await insertVersion(db, id, actor.userId);
  const created = toQuery(actor, await findQuery(db, actor, id));
  await audit.created(db, actor, created);
  return created;
}

/**
 * @throws AppError `not-found`; `forbidden` for a query of another user; `conflict` if the version is outdated;
 *   `invalid-request` for an invalid definition.
 */
export async function updateQuery(
  actor: Actor,
  id: number,
  { version, ...change }: QueryChange,
): Promise<Query> {
  await checkDefinition(actor.tenant.db, await toReader(actor.tenant.db, actor), change.definition);
  return changeQuery(actor, id, version, async () => change);
}

/**
 * Restores the name and definition of an earlier version.
 * @throws AppError like `updateQuery`.
 */
export function restoreVersion(
  actor: Actor,
  id: number,
  savedVersion: number,
  version: number,
): Promise<Query> {
  return changeQuery(actor, id, version, async (db, now) => {
    const saved = found(await selectVersion(db, id, savedVersion), 'Version');
    return { ...now, ...saved };
  });
}

function changeQuery(
  actor: Actor,
  id: number,
  version: number,
  change: (db: Db, now: Query) => Promise<NewQuery>,
): Promise<Query> {
  return withTransaction(actor.tenant.db, async (db) => {
    const old = await lockEditable(db, actor, id);
    if (old.version !== version) throw outdated(`The query ${old.name}`, version, old);
    await updateQueryRow(db, id, toRow(await change(db, old)));
    await insertVersion(db, id, actor.userId);
    const updated = toQuery(actor, await findQuery(db, actor, id));
    await audit.updated(db, actor, old, updated);
    return updated;
  });
}

/** Locks a query that the user may change. @throws AppError `not-found`; `forbidden`. */
async function lockEditable(db: Db, actor: Doer, id: number): Promise<Query> {
  await lockQuery(db, id);
  const row = await findQuery(db, actor, id);
  if (!mayEdit(actor, row)) throw new AppError('forbidden', insufficientPrivilege);
  return toQuery(actor, row);
}

/** @throws AppError `not-found`; `forbidden`; `conflict` while dashboards, reports or alerts use it. */
export function deleteQuery(actor: Doer, id: number): Promise<void> {
  return withTransaction(actor.tenant.db, async (db) => {
    const old = await lockEditable(db, actor, id);
    const uses = (await listUsesIn(db, actor, id)).filter(({ kind }) => kind !== 'user');
    if (uses.length > 0) {
      const some = uses.slice(0, 3).map(({ kind, name }) => `${kind} ${name}`);
      const more = uses.length > 3 ? ` and ${uses.length - 3} more` : '';
      throw new AppError(
        'conflict',
        `The query is used by ${some.join(', ')}${more}. Please remove it there first.`,
      );
    }
    await deleteQueryRow(db, id);
    await audit.deleted(db, actor, old);
  });
}

/**
 * Creates a private query with the definition of another.
 * @throws AppError `not-found`.
 */
export async function copyQuery(actor: Actor, id: number, name: string): Promise<Query> {
  const { description, folder, definition } = await getQuery(actor, id);
  return createQuery(actor, { name, description, folder, sharing: 'private', definition });
}

/** @throws AppError `not-found`. */
export function setFavorite(actor: Actor, id: number, isFavorite: boolean): Promise<void> {
  return withTransaction(actor.tenant.db, async (db) => {
    await findQuery(db, actor, id);
    if (isFavorite) await insertFavorite(db, id, actor.userId);
    else await deleteFavorite(db, id, actor.userId);
    await publish(db, { type: 'changed', kind: 'query' }, actor.userId);
  });
}

/**
 * Returns the definition of a query, and records its use by the user.
 * @throws AppError `not-found`.
 */
async function getRunnable(actor: Doer, id: number): Promise<QueryDefinition> {
  const { definition } = await getQuery(actor, id);
  await withTransaction(actor.tenant.db, (db) => upsertUse(db, id, actor.userId));
  return definition;
}

/**
 * Runs a saved query over the records that the user may read.
 * @throws AppError like `runDefinition`; `not-found`.
 */
export async function runQuery(
  actor: Doer,
  id: number,
  { parameters, maximumAge }: Pick<Run, 'parameters' | 'maximumAge'>,
): Promise<QueryResult> {
  return runDefinition(actor, { definition: await getRunnable(actor, id), parameters, maximumAge });
}

/**
 * Returns the records behind a mark of a saved query.
 * @throws AppError like `runQuery`.
 */
export async function listRows(
  actor: Actor,
  id: number,
  { parameters, maximumAge, rows }: Pick<Run, 'parameters' | 'maximumAge' | 'rows'>,
): Promise<QueryResult> {
  const { definition } = await getQuery(actor, id);
  return runDefinition(actor, { definition, parameters, maximumAge, rows });
}

/**
 * Lists the uses of a query.
 * @throws AppError `not-found`.
 */
export async function listUses(actor: Actor, id: number): Promise<QueryUse[]> {
  const { db } = actor.tenant;
  await findQuery(db, actor, id);
  return listUsesIn(db, actor, id);
}

async function listUsesIn(db: Db, { userId }: Doer, queryId: number): Promise<QueryUse[]> {
  return (await queryUsed.ask(db, { queryId, userId })).flat();
}

/** @throws AppError `not-found`. */
export async function listVersions(actor: Actor, id: number): Promise<QueryVersion[]> {
  const { db } = actor.tenant;
  await findQuery(db, actor, id);
  return (await selectVersions(db, id)).map(({ version, name, definition, saved_at, user_name }) => ({
    version,
    name,
    definition,
    savedAt: saved_at.toISOString(),
    savedBy: user_name,
  }));
}
