import { type AdvisoryAction, thresholdAction } from '@twinward/contracts/protections/threshold';
import { madeByRule, openAdvisoryStates } from '@twinward/domain/rules/advisory';
import type { Db } from '../../../platform/database/database.ts';
import { withTransaction } from '../../../platform/database/transaction.ts';
import { found } from '../../../platform/errors.ts';
import type { JobKind } from '../../../platform/jobs/jobs.ts';
import { saveSystemFields } from '../../records/record-type/service.ts';
import { readTextFiller } from '../../twins/parameter/service.ts';
import { adviseJob, claimUnhandled, markHandled, type Unhandled } from '../action/service.ts';
import { type NewNotification, notify } from '../notification/service.ts';
import { announceState } from './announcements.ts';
import { activate, bumpVersion, publishChange } from './change.ts';
import { selectAdvisory, selectOpenOfThreshold } from './list-store.ts';
import {
  insertAdvisory,
  insertChanges,
  insertOccurrences,
  lockTwinAdvisories,
  replaceFailureModes,
  replaceReviewers,
  selectFailureModesOfProtection,
  selectOfTwin,
  selectReviewers,
  updateAdvisoryRow,
} from './store.ts';
import { audit } from './write.ts';

const firingsPerBatch = 100;

/** Creates the advisories of fired actions. Each firing is marked as handled in the same transaction. */
export const adviseOfFiringsJob: JobKind<object> = {
  name: adviseJob,
  class: 'notice',
  async run({ tenant, signal }) {
    for (;;) {
      signal.throwIfAborted();
      const count = await withTransaction(tenant.db, advise);
      if (count < firingsPerBatch) return;
    }
  },
};

/** Handles some firings in the caller's transaction. Returns the number of firings. */
export async function advise(db: Db): Promise<number> {
  const firings = await claimUnhandled(db, firingsPerBatch);
  const twinIds = firings.map(({ twinId }) => twinId);
  await lockTwinAdvisories(db, twinIds);
  const notifications: NewNotification[] = [];
  // Handles all firings of a threshold at once: a burst has many, and each change of an advisory rewrites its row.
  for (const thresholdId of new Set(firings.map((one) => one.thresholdId))) {
    const its = firings.filter((one) => one.thresholdId === thresholdId);
    notifications.push(...(await handle(db, thresholdId, its.flatMap(toAdvising))));
  }
  await markHandled(
    db,
    firings.map(({ id }) => id),
  );
  if (firings.length > 0) await publishChange(db, twinIds);
  if (notifications.length > 0) await notify(db, notifications);
  return firings.length;
}

/** A firing with its action. */
type Advising = Unhandled & { action: AdvisoryAction };

function toAdvising(firing: Unhandled): Advising[] {
  const { data: action } = thresholdAction.safeParse(firing.action);
  return action?.type === 'advisory' ? [{ ...firing, action }] : [];
}

/** Adds the excursions of a threshold to its open advisory, or to a new one created for the first excursion. */
async function handle(db: Db, thresholdId: number, firings: readonly Advising[]): Promise<NewNotification[]> {
  const [first, ...others] = firings;
  if (!first) return [];
  const open = await selectOpenOfThreshold(db, thresholdId, openAdvisoryStates);
  if (open === null)
    return [...(await createFromFiring(db, first)), ...(await handle(db, thresholdId, others))];
  const added = await insertOccurrences(
    db,
    open,
    firings.map(({ start }) => start),
  );
  if (added.length === 0) return [];
  await updateAdvisoryRow(db, open, {});
  await insertChanges(
    db,
    added.map((start) => ({ advisory_id: open, action: 'occurrence', reason: start.toISOString() })),
  );
  return [];
}

async function createFromFiring(db: Db, firing: Advising): Promise<NewNotification[]> {
  const { twinId, protectionId, thresholdId, action } = firing;
  const inherited = action.inheritFailureModes ? await selectFailureModesOfProtection(db, protectionId) : [];
  const failureModeIds = [...action.failureModeIds, ...inherited];
  // Skips records that were deleted since the action was configured.
  const known = await selectOfTwin(db, twinId, { ...action, protectionId, thresholdId, failureModeIds });
  const { comment, work } = action;
  const fill = await readTextFiller(db, twinId, [
    comment,
    work?.shortDescription ?? '',
    work?.description ?? '',
  ]);
  const filledWork = work && {
    ...work,
    shortDescription: fill(work.shortDescription).slice(0, 200),
    description: fill(work.description),
  };
  const id = await insertAdvisory(db, {
    twin_id: twinId,
    protection_id: protectionId,
    threshold_id: thresholdId,
    source: 'rule',
    name: `${firing.thresholdName} of ${firing.protectionName}`.slice(0, 200),
    comment: fill(comment),
    state: 'draft',
    level: firing.level,
    activity_id: known.activity ? action.activityId : null,
    priority: action.priority,
    target_horizon: action.targetHorizon,
    work: filledWork && JSON.stringify(filledWork),
  });
  await saveSystemFields(db, null, 'advisory', [{ id, isNew: true }], { lenient: true });
  await replaceReviewers(db, id, action.reviewerUserIds, action.reviewerGroupIds);
  await replaceFailureModes(db, id, known.modes);
  await insertOccurrences(db, id, [firing.start]);
  const reviewers = await selectReviewers(db, id);
  const state = madeByRule(reviewers.userIds.length + reviewers.groupNames.length > 0);
  await updateAdvisoryRow(db, id, { state });
  if (state === 'active') await activate(db, id);
  await bumpVersion(db, id, null, 'make', { to: state, reason: firing.start.toISOString() });
  const made = found(await selectAdvisory(db, id), 'Advisory');
  await audit.record(db, null, 'create', made, {
    new: {
      twinId,
      protectionId,
      thresholdId,
      name: made.name,
      state,
      occurrence: firing.start.toISOString(),
    },
  });
  return announceState(db, made, 'make', null);
}
