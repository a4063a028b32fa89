import type { Db } from '../../../platform/database/database.ts';
import { enqueue } from '../../../platform/jobs/jobs.ts';
import type { Happening } from '../../protections/evaluation/events.ts';
import { recordFired, recordOpened } from '../notification/events.ts';
import { firingsToNotify, insertFirings, selectShelved, selectStanding } from './store.ts';

export { claimUnhandled, markHandled, type Unhandled } from './store.ts';

/** The job that creates the advisories of actions. */
export const adviseJob = 'advise';

/**
 * Fires actions in the transaction that stores the evaluation. Each is recorded once per excursion and direction, and
 * executed by a job that is enqueued in the same transaction. Actions of shelved protections do not fire, then or
 * later.
 */
export async function fireActions(
  db: Db,
  { happenings: all }: { happenings: readonly Happening[] },
): Promise<void> {
  if (all.length === 0) return;
  const shelved = await selectShelved(
    db,
    all.map(({ protectionId }) => protectionId),
  );
  await fire(
    db,
    all.filter(({ protectionId }) => !shelved.has(protectionId)),
  );
}

/**
 * Fires the actions of open excursions again when protections are unshelved (ISA-18.2). Notifications are repeated; an
 * advisory is created only if the excursion has none.
 */
export async function announceStanding(
  db: Db,
  { protectionIds }: { protectionIds: readonly number[] },
): Promise<void> {
  const time = Date.now();
  const standing = await selectStanding(db, protectionIds);
  const happenings = standing.flatMap(({ protectionId, thresholdId, start, directions }) =>
    [null, ...directions.flatMap((direction, index) => (direction === 'exit' ? [] : [index]))].map(
      (action): Happening => ({ protectionId, thresholdId, direction: 'enter', time, start, action }),
    ),
  );
  await fire(db, happenings, { again: true });
}

/** @param again whether notify actions fire again for excursions that they have already fired for */
async function fire(
  db: Db,
  happenings: readonly Happening[],
  { again = false }: { again?: boolean } = {},
): Promise<void> {
  const opened = happenings.filter(({ action }) => action === null);
  const firings = happenings.flatMap(({ action, ...rest }) =>
    action === null ? [] : [{ ...rest, index: action }],
  );
  const fired = firings.length === 0 ? [] : await insertFirings(db, firings, again);
  const notifying = fired.filter(({ type }) => type === 'notify').map(({ id }) => id);
  if (notifying.length > 0) await recordFired(db, firingsToNotify(notifying));
  await recordOpened(db, opened);
  if (fired.some(({ type }) => type === 'advisory')) await enqueue(db, adviseJob, {});
}
