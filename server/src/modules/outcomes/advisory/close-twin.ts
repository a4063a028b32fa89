import type { AdvisoryOutcome } from '@twinward/contracts/advisories/advisory';
import { remediationListId } from '@twinward/contracts/system/value-list';
import type { Doer } from '../../../platform/actor.ts';
import type { Db } from '../../../platform/database/database.ts';
import { selectActiveUnchangedByOthers, selectFirstItem } from './store.ts';
import { transitionIn } from './transition.ts';

/**
 * Closes the active advisories of a twin that a rule created and no person changed, with the first remediation of the
 * list.
 * @returns the number of closed advisories.
 */
export async function closeAdvisoriesOfTwin(
  db: Db,
  actor: Doer,
  twinId: number,
  outcome: AdvisoryOutcome,
): Promise<number> {
  const remediationId = await selectFirstItem(db, remediationListId);
  if (remediationId === null) return 0;
  const ids = await selectActiveUnchangedByOthers(db, twinId, actor.userId);
  for (const id of ids) {
    await transitionIn(db, actor, id, {
      transition: 'close',
      reason: '',
      remediationId,
      outcome,
    });
  }
  return ids.length;
}
