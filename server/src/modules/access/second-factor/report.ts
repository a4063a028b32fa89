import type { AuditAction } from '@twinward/contracts/system/audit';
import type { Db } from '../../../platform/database/database.ts';
import { type AuditActor, EntityAudit } from '../../system/audit/service.ts';
import { sendMail } from '../../system/mail/service.ts';
import { getUser } from '../user/service.ts';

const audit = new EntityAudit('user');

/**
 * Records a change of a user's second factors in the audit trail, and notifies the user by mail, in the caller's
 * transaction.
 * @param what a sentence without its full stop
 */
export async function reportChange(
  db: Db,
  actor: AuditActor,
  userId: number,
  action: AuditAction,
  what: string,
  facts?: Readonly<Record<string, unknown>>,
): Promise<void> {
  const user = await getUser(db, userId);
  await audit.record(db, actor, action, { id: userId, name: user.userName }, facts && { new: facts });
  if (user.email === null) return;
  await sendMail(db, {
    to: user.email,
    subject: 'Your second factor for Twinward has changed',
    text:
      `${what}. User: ${user.userName}.\n\n` +
      'If this was not you, change your password and inform an administrator.\n',
  });
}
