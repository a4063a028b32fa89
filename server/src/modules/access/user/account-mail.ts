import type { Db } from '../../../platform/database/database.ts';
import { sendMail } from '../../system/mail/service.ts';

/** Notifies a user by mail that their password was changed. */
export async function mailPasswordChanged(
  db: Db,
  { userName, email }: { userName: string; email: string | null },
): Promise<void> {
  if (!email) return;
  await sendMail(db, {
    to: email,
    subject: 'Your Twinward password was changed',
    text:
      `The password of the user ${userName} was changed just now.\n\n` +
      'If it was not you, ask an administrator to set a new one at once.\n',
  });
}

/** Notifies the old address of a user that it was replaced. */
export async function mailEmailChanged(
  db: Db,
  { userName, old, email }: { userName: string; old: string | null; email: string | null },
): Promise<void> {
  if (!old || old.toLowerCase() === email?.toLowerCase()) return;
  await sendMail(db, {
    to: old,
    subject: 'The e-mail address of your Twinward account was changed',
    text:
      `The user ${userName} no longer has this e-mail address: mail goes to ${email ?? 'no address'} from now on.\n\n` +
      'If it was not you, inform an administrator at once.\n',
  });
}
