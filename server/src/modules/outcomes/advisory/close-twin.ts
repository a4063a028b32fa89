import type { AdvisoryOutcome } from '@twinward/contracts/advisories/advisory';
import { remediationListId } from '@twinward/contracts/system/value-list';
import { type SqlBool, sql } from 'kysely';
import type { Doer } from '../../../platform/actor.ts';
import type { Db } from '../../../platform/database/database.ts';
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
  const remediation = await db
    .selectFrom('value_list_item')
    .select('id')
    .where('list_id', '=', remediationListId)
    .orderBy('position')
    .executeTakeFirst();
  if (!remediation) return 0;
  const advisories = await db
    .selectFrom('advisory')
    .select('id')
    .where('twin_id', '=', twinId)
    .where('state', '=', 'active')
    .where('source', '<>', 'user')
    .where(
      sql<SqlBool>`not exists (
        select from advisory_change where advisory_id = advisory.id and user_id <> ${actor.userId})`,
    )
    .orderBy('id')
    .execute();
  for (const { id } of advisories) {
    await transitionIn(db, actor, id, {
      transition: 'close',
      reason: '',
      remediationId: remediation.id,
      outcome,
    });
  }
  return advisories.length;
}
