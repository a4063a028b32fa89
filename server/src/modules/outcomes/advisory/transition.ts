import type { AdvisoryTransitionCall } from '@twinward/contracts/advisories/advisory';
import { insufficientPrivilege } from '@twinward/contracts/core/error';
import { remediationListId } from '@twinward/contracts/system/value-list';
import { mayTransition, nextAdvisoryState, transitionProblems } from '@twinward/domain/rules/advisory';
import type { Doer } from '../../../platform/actor.ts';
import type { Db } from '../../../platform/database/database.ts';
import { AppError, found, outdated } from '../../../platform/errors.ts';
import { refuseProblems } from '../../../platform/rules.ts';
import { notify } from '../notification/service.ts';
import { announceState } from './announcements.ts';
import { activate, bumpVersion, lockAdvisory, publishChange } from './change.ts';
import { selectAdvisory } from './list-store.ts';
import { getAdvisory, toDoer } from './read.ts';
import { hasItem, selectReviewers, updateAdvisoryRow } from './store.ts';
import { audit } from './write.ts';

/** A change of state. Without a version, the version is not checked. */
export type Transition = Omit<AdvisoryTransitionCall, 'version'> & { version?: number };

/**
 * Changes the state of an advisory, in the caller's transaction.
 * @throws AppError `not-found`; `forbidden` without the right; `invalid-request` if a reason, a remediation or an
 *   outcome is missing; `conflict` from another state or at another version.
 */
export async function transitionIn(db: Db, actor: Doer, id: number, call: Transition): Promise<void> {
  const { transition, reason, remediationId, outcome, version } = call;
  const before = await lockAdvisory(db, id);
  const reviewers = await selectReviewers(db, id);
  if (!mayTransition(transition, toDoer(actor, reviewers))) {
    throw new AppError('forbidden', insufficientPrivilege);
  }
  if (version !== undefined && before.version !== version) {
    throw outdated(`The advisory ${before.name}`, version, await getAdvisory(db, actor, id));
  }
  const hasReviewers = reviewers.userIds.length + reviewers.groupNames.length > 0;
  const next = nextAdvisoryState(before.state, transition, hasReviewers);
  if (!next.ok) throw new AppError('conflict', next.message);
  refuseProblems(transitionProblems(call));
  if (transition === 'close' && !(await hasItem(db, remediationListId, remediationId!))) {
    refuseProblems([{ path: 'remediationId', message: 'Please choose a remediation of the list.' }]);
  }
  const closing = { remediation_id: remediationId, outcome, closed_at: new Date() };
  // Reopening removes the outcome and remediation.
  const opened = { remediation_id: null, outcome: null, closed_at: null };
  await updateAdvisoryRow(db, id, {
    state: next.state,
    ...(transition === 'close' ? closing : transition === 'reopen' ? opened : {}),
  });
  if (next.state === 'active') await activate(db, id);
  await bumpVersion(db, id, actor.userId, transition, { from: before.state, to: next.state, reason });
  await publishChange(db, [before.twin_id]);
  const after = found(await selectAdvisory(db, id), 'Advisory');
  await audit.changed(db, actor, after, {
    old: { state: before.state, outcome: before.outcome, remediation: before.remediation },
    new: { state: after.state, outcome: after.outcome, remediation: after.remediation, reason },
  });
  await notify(db, await announceState(db, after, transition, actor.userId, reason));
}
