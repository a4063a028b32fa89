import type { Db } from '../../../platform/database/database.ts';
import { enqueue } from '../../../platform/jobs/jobs.ts';
import { recordEvents } from '../notification/service.ts';
import { findShelved, insertFirings } from './store.ts';

export { markHandled, takeUnhandled, type Unhandled } from './store.ts';

/** The job that makes the advisories that actions ask for. */
export const adviseJob = 'advise';

/** What evaluation met, live. Times in epoch milliseconds. */
export interface Happening {
  protectionId: number;
  thresholdId: number;
  direction: 'enter' | 'exit';
  time: number;
  /** When the excursion began. */
  start: number;
  /** Index of the threshold's action that fired; null for an excursion that opened. */
  action: number | null;
}

/**
 * Fires the actions that evaluation met, in the transaction that stores the evaluation: each is noted once for
 * its excursion and direction, and what it asks for is left to a job that the same transaction enqueues. What a
 * shelved protection meets fires nothing, then or later.
 */
export async function recordHappenings(db: Db, met: readonly Happening[]): Promise<void> {
  if (met.length === 0) return;
  const shelved = await findShelved(
    db,
    met.map(({ protectionId }) => protectionId),
  );
  const happenings = met.filter(({ protectionId }) => !shelved.has(protectionId));
  const opened = happenings.filter(({ action }) => action === null);
  const firings = happenings.flatMap(({ action, ...rest }) =>
    action === null ? [] : [{ ...rest, index: action }],
  );
  const fired = firings.length === 0 ? [] : await insertFirings(db, firings);
  const notifying = fired
    .filter(({ action }) => action.type === 'notify')
    .map((one) => ({ ...one, time: one.time.getTime() }));
  await recordEvents(db, [...notifying, ...opened]);
  if (fired.some(({ action }) => action.type === 'advisory')) await enqueue(db, adviseJob, {});
}
