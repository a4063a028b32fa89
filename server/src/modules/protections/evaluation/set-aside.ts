import type { Db } from '../../../platform/database/database.ts';
import { publish } from '../../../platform/live/live-events.ts';
import { EntityAudit } from '../../system/audit/service.ts';
import { countOverrun, resetOverruns, updateSetAside } from '../definition/service.ts';
import { countCalculationOverrun, updateCalculationSetAside } from './calculation-store.ts';
import { updateOverrun, wakeEvaluation } from './due-store.ts';
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
    await updateOverrun(db, id, since);
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
    const counted = await countCalculationOverrun(db, id);
    if (!counted || counted.overruns < mostOverruns) continue;
    const { name } = counted;
    const error = calculationSetAside(message);
    await updateCalculationSetAside(db, id, error);
    await tagAudit.changed(db, null, { id, name }, { old: { error: null }, new: { error } });
    await evaluationSetAside.emit(db, { tagId: id });
  }
}

/** Retries a protection that was set aside, in the caller's transaction. A no-op for others. */
export async function retryEvaluation(db: Db, protectionId: number): Promise<void> {
  await resetOverruns(db, [protectionId]);
  await wakeEvaluation(db);
}
