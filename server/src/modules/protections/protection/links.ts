import type { ThresholdAction } from '@twinward/contracts/protections/threshold';
import type { Db } from '../../../platform/database/database.ts';
import { publish } from '../../../platform/live/live-events.ts';
import { refuseProblems } from '../../../platform/rules.ts';
import { bumpVersions, replaceProtectionsOfFailureMode, updateThreshold } from '../definition/service.ts';
import { requestEvaluation } from '../evaluation/service.ts';
import { selectProtectionIds, selectThresholdsWithActions } from './store.ts';

type Deleted = { activityId: number } | { failureModeId: number };

/**
 * Removes a deleted activity or failure mode from the actions of its twin's thresholds. Runs in the transaction of the
 * deletion, so that a concurrent save with such an action has either committed before, or is rejected.
 */
export async function deleteLinks(db: Db, { twinId, ...gone }: Deleted & { twinId: number }): Promise<void> {
  const changed = new Set<number>();
  for (const { id, protection_id, actions } of await selectThresholdsWithActions(db, twinId)) {
    const kept = actions.map((action) => without(action, gone));
    if (kept.every((action, index) => action === actions[index])) continue;
    await updateThreshold(db, id, { actions: JSON.stringify(kept) });
    changed.add(protection_id);
  }
  const ids = [...changed];
  if (ids.length === 0) return;
  await bumpVersions(db, ids, 'thresholds-dirty');
  for (const id of ids) await requestEvaluation(db, id);
  await publish(db, { type: 'evaluated', twinIds: [twinId], protectionIds: ids });
}

/** Returns the action itself if it has no such reference. */
function without(action: ThresholdAction, gone: Deleted): ThresholdAction {
  if (action.type !== 'advisory') return action;
  if ('activityId' in gone) {
    return action.activityId === gone.activityId ? { ...action, activityId: null } : action;
  }
  return action.failureModeIds.includes(gone.failureModeId)
    ? { ...action, failureModeIds: action.failureModeIds.filter((id) => id !== gone.failureModeId) }
    : action;
}

/**
 * Replaces the protections of a failure mode.
 * @param path of the protections in the request
 * @throws AppError `invalid-request` for protections of another twin.
 */
export async function linkFailureMode(
  db: Db,
  {
    failureModeId,
    twinId,
    protectionIds,
    path,
  }: { failureModeId: number; twinId: number; protectionIds: readonly number[]; path: string },
): Promise<void> {
  const known = new Set(await selectProtectionIds(db, twinId, protectionIds));
  refuseProblems(
    protectionIds.flatMap((id, index) =>
      known.has(id) ? [] : [{ path: `${path}.${index}`, message: 'Please choose a protection of the twin.' }],
    ),
  );
  await replaceProtectionsOfFailureMode(db, failureModeId, protectionIds);
}
