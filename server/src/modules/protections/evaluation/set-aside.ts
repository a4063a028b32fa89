import { sql } from 'kysely';
import type { Db } from '../../../platform/database/database.ts';
import { publish } from '../../../platform/live/live-events.ts';
import { pointsChannel } from '../../../series/index.ts';
import { EntityAudit } from '../../system/audit/service.ts';
import { countOverrun, resetOverruns, updateSetAside } from '../definition/service.ts';
import { evaluationSetAside } from './events.ts';
import { calculationSetAside, mostOverruns, protectionSetAside } from './limits.ts';

const protectionAudit = new EntityAudit('protection');
const tagAudit = new EntityAudit('tag');

/** An evaluation that exceeded its budget. */
export interface Overrun {
  id: number;
  /** The due time of the next attempt; null for the beginning. */
  since: number | null;
  message: string;
}

/**
 * Moves protections behind all others that are due; after the third overrun, sets them aside until a user retries them.
 */
export async function saveOverruns(db: Db, overruns: readonly Overrun[]): Promise<void> {
  for (const { id, since, message } of overruns) {
    await sql`
      update evaluation_due set tried_at = clock_timestamp(), since = ${since}, parked = null, parked_since = null
      where protection_id = ${id}`.execute(db);
    const counted = await countOverrun(db, id);
    if (!counted || counted.overruns < mostOverruns) continue;
    const { name, twinId } = counted;
    const error = protectionSetAside(message);
    await updateSetAside(db, id, error);
    await protectionAudit.changed(db, null, { id, name }, { old: { error: null }, new: { error } });
    await evaluationSetAside.emit(db, { protectionId: id });
    await publish(db, { type: 'evaluated', twinIds: [twinId], protectionIds: [id] });
  }
}

/** Like `saveOverruns`, for calculated tags. */
export async function saveCalculationOverruns(
  db: Db,
  overruns: readonly Omit<Overrun, 'since'>[],
): Promise<void> {
  for (const { id, message } of overruns) {
    await sql`update calculation_due set tried_at = clock_timestamp() where tag_id = ${id}`.execute(db);
    const { rows } = await sql<{ name: string }>`
      with counted as (
        update calculation set overruns = overruns + 1 where tag_id = ${id} returning tag_id, overruns
      )
      select name from tag join counted on tag_id = id where overruns >= ${mostOverruns}`.execute(db);
    if (!rows[0]) continue;
    const error = calculationSetAside(message);
    await sql`
      update calculation set set_aside_at = now(), error = ${error} where tag_id = ${id}`.execute(db);
    await tagAudit.changed(db, null, { id, name: rows[0].name }, { old: { error: null }, new: { error } });
    await evaluationSetAside.emit(db, { tagId: id });
  }
}

/** Retries a protection that was set aside, in the caller's transaction. A no-op for others. */
export async function retryEvaluation(db: Db, protectionId: number): Promise<void> {
  await resetOverruns(db, [protectionId]);
  await sql`select pg_notify(${pointsChannel}, '')`.execute(db);
}
