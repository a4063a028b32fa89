import { hasAccess, type Permissions } from '@twinward/contracts/access/access';
import type { ParameterValues, QueryDefinition } from '@twinward/contracts/questions/query-definition';
import type { QueryResult } from '@twinward/contracts/questions/query-result';
import { currentUser } from '@twinward/domain/queries/parameters';
import type { Doer } from '../../../platform/actor.ts';
import type { Db } from '../../../platform/database/database.ts';
import { runTask } from '../../../platform/threads/tasks.ts';
import { getUserTimeZone } from '../../access/user/service.ts';
import { listReadableTypes } from '../../records/record-type/service.ts';
import { ResultCache, runLifetime, toCacheKey } from './result-cache.ts';
import type { QueryRequest, Reader } from './run.ts';
import { inTurn } from './turns.ts';

/** The parameters of a run. */
export interface Run {
  definition: QueryDefinition;
  parameters: ParameterValues;
  /** Maximum age of a cached result since the start of its run, in milliseconds; 30 s by default. */
  maximumAge?: number | undefined;
  /** Reads the records behind a mark instead of the result. */
  rows?: QueryRequest['rows'];
}

const results = new ResultCache();

/** Returns the record types that a user may read, and the user's time zone. */
export async function toReader(db: Db, user: Permissions & { userId: number }): Promise<Reader> {
  const types = await listReadableTypes(db, user);
  return {
    userId: user.userId,
    timeZone: await getUserTimeZone(db, user.userId),
    types: types.map(({ name }) => name).sort(),
  };
}

/**
 * Runs a definition over the records that the user may read. Users with the same permissions and time zone share
 * results that are at most 30 s old.
 * @throws AppError `invalid-request` for an invalid definition or parameter; `too-large` after 10 s.
 */
export async function runDefinition(
  actor: Doer,
  { definition, parameters, maximumAge = runLifetime, rows }: Run,
): Promise<QueryResult> {
  const reader = await toReader(actor.tenant.db, actor);
  const request: QueryRequest = { definition, parameters, reader, ...(rows ? { rows } : {}) };
  const { display: _, ...asked } = definition;
  const text = JSON.stringify(asked);
  const isOfUser = text.includes(`"${currentUser}"`);
  const key = toCacheKey(
    actor.tenant.name,
    text,
    parameters,
    reader.timeZone,
    reader.types,
    isOfUser && reader.userId,
    rows,
  );
  return results.get(key, maximumAge, () =>
    inTurn(`${actor.tenant.name} ${actor.userId}`, () =>
      runTask({ actor, reply: null }, 'run-query', request),
    ),
  );
}

/** Whether a user may see queries that others share. */
export const seesShared = (actor: Doer): boolean => hasAccess(actor, 'apps') || hasAccess(actor, 'queries');
