import type { ThresholdAction } from '@twinward/contracts/protections/threshold';
import type { Db } from '../../../platform/database/database.ts';
import { publish } from '../../../platform/live/live-events.ts';
import { countChanges, updateThreshold } from '../definition/service.ts';
import { requestEvaluation } from '../evaluation/service.ts';
import { findThresholdsWithActions } from './store.ts';

/**
 * Takes what is no longer there out of the actions of a twin's thresholds. The caller has deleted it in the same
 * transaction: whoever saves a protection that names it has then either ended, or is refused.
 */
export async function forgetLinks(
  db: Db,
  twinId: number,
  gone: { activityId: number } | { failureModeId: number },
): Promise<void> {
  const changed = new Set<number>();
  for (const { id, protection_id, actions } of await findThresholdsWithActions(db, twinId)) {
    const kept = actions.map((action) => without(action, gone));
    if (kept.every((action, index) => action === actions[index])) continue;
    await updateThreshold(db, id, { actions: JSON.stringify(kept) });
    changed.add(protection_id);
  }
  const ids = [...changed];
  if (ids.length === 0) return;
  await countChanges(db, ids, 'thresholds-dirty');
  for (const id of ids) await requestEvaluation(db, id);
  await publish(db, { type: 'evaluated', twinIds: [twinId], protectionIds: ids });
}

/** The action itself where it has no such link. */
function without(
  action: ThresholdAction,
  gone: { activityId: number } | { failureModeId: number },
): ThresholdAction {
  if (action.type !== 'advisory') return action;
  if ('activityId' in gone) {
    return action.activityId === gone.activityId ? { ...action, activityId: null } : action;
  }
  return action.failureModeIds.includes(gone.failureModeId)
    ? { ...action, failureModeIds: action.failureModeIds.filter((id) => id !== gone.failureModeId) }
    : action;
}
