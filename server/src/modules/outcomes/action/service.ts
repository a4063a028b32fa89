import type { Db } from '../../../platform/database/database.ts';
import { enqueue } from '../../../platform/jobs/jobs.ts';
import type { Happening } from '../../protections/evaluation/events.ts';
import { recordEvents } from '../notification/service.ts';
import { insertFirings, selectShelved, selectStanding } from './store.ts';

export { claimUnhandled, markHandled, type Unhandled } from './store.ts';

/** The job that makes the advisories that actions ask for. */
export const adviseJob = 'advise';

/**
 * Fires actions, in the transaction that stores the evaluation: each is recorded once for its excursion and direction,
 * and a job that the same transaction enqueues carries it out. Shelved protections fire nothing, then or later.
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
 * Announces again, as of now, what still stands when protections come back from the shelf (ISA-18.2): users are told
 * also of what they were told of before it was shelved; an advisory is made only if there was none.
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

/** @param again whether actions that notify fire again for an excursion that they fired for */
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
  const notifying = fired
    .filter(({ action }) => action.type === 'notify')
    .map((one) => ({ ...one, time: one.time.getTime() }));
  await recordEvents(db, [...notifying, ...opened]);
  if (fired.some(({ action }) => action.type === 'advisory')) await enqueue(db, adviseJob, {});
}
