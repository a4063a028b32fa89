import { hasAccess, type Permissions } from '@twinward/contracts/access/access';
import type { ParameterValues, QueryDefinition } from '@twinward/contracts/questions/query-definition';
import type { QueryResult } from '@twinward/contracts/questions/query-result';
import { currentUser } from '@twinward/domain/queries/parameters';
import type { Doer } from '../../../platform/actor.ts';
import type { Db } from '../../../platform/database/database.ts';
import { runTask } from '../../../platform/threads/tasks.ts';
import { getUserTimeZone } from '../../access/user/service.ts';
import { listReadableTypes } from '../../records/record-type/service.ts';
import { keyOf, ResultCache, runLifetime } from './result-cache.ts';
import type { QueryRequest, Reader } from './run.ts';
import { inTurn } from './turns.ts';

/** What a run of a definition takes. */
export interface Run {
  definition: QueryDefinition;
  parameters: ParameterValues;
  /** Milliseconds since the start of a run whose result does; 30 s unless given. */
  maximumAge?: number | undefined;
  /** In place of the result, the records behind a mark of it. */
  rows?: QueryRequest['rows'];
}

const results = new ResultCache();

/** What a user may read, and by whose calendar. */
export async function toReader(db: Db, user: Permissions & { userId: number }): Promise<Reader> {
  const types = await listReadableTypes(db, user);
  return {
    userId: user.userId,
    timeZone: await getUserTimeZone(db, user.userId),
    types: types.map(({ name }) => name).sort(),
  };
}

/**
 * Runs a definition over what the user may read. Users with the same rights and time zone share a result of the last 30 s.
 * @throws AppError `invalid-request` for a definition or parameter that is wrong; `too-large` after 10 s.
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
  const key = keyOf(
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

/** Whether a user sees the queries that others share. */
export const seesShared = (actor: Doer): boolean => hasAccess(actor, 'apps') || hasAccess(actor, 'queries');
