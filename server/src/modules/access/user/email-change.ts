import type { EmailChange } from '@twinward/contracts/access/user';
import type { Actor } from '../../../platform/actor.ts';
import type { Db } from '../../../platform/database/database.ts';
import type { Tenant, Tenants } from '../../../platform/database/tenants.ts';
import { withTransaction } from '../../../platform/database/transaction.ts';
import { AppError } from '../../../platform/errors.ts';
import { publish } from '../../../platform/live/live-events.ts';
import { hashToken, newToken } from '../../../platform/tokens.ts';
import { EntityAudit } from '../../system/audit/service.ts';
import { pageAddress, sendMail } from '../../system/mail/service.ts';
import { mailEmailChanged } from './account-mail.ts';
import {
  claimEmailChange,
  deleteEmailChangeRow,
  selectEmailChange,
  upsertEmailChange,
} from './email-change-store.ts';
import { selectUser, updateUserRow } from './store.ts';

const audit = new EntityAudit('user');

const tokenLifetime = 24 * 3600_000;

/** Mails a link to a new address. The address replaces the current one when the link is opened. */
export async function requestEmailChange(
  db: Db,
  tenant: Tenant,
  { userId, userName }: Pick<Actor, 'userId' | 'userName'>,
  email: string,
): Promise<void> {
  const token = newToken();
  const expiresAt = new Date(Date.now() + tokenLifetime);
  await upsertEmailChange(db, {
    user_id: userId,
    token_hash: hashToken(token),
    email,
    expires_at: expiresAt,
  });
  // The fragment is not sent to servers, and does not appear in logs.
  const link = await pageAddress(
    db,
    `/confirm-email#${new URLSearchParams({ database: tenant.name, token })}`,
  );
  await sendMail(db, {
    to: email,
    subject: 'Confirm your e-mail address for Twinward',
    text:
      `The user ${userName} entered this e-mail address.\n\n` +
      `Open this page within 24 hours to confirm it:\n${link}\n\n` +
      'If it was not you, do nothing: the address is not used.\n',
    confidential: true,
  });
  await publish(db, { type: 'changed', kind: 'user' }, userId);
}

/** Returns the actor's new e-mail address that is not yet confirmed; null if none exists. */
export async function getEmailChange({ tenant, userId }: Actor): Promise<EmailChange | null> {
  const row = await selectEmailChange(tenant.db, userId);
  return row && { email: row.email, expiresAt: row.expires_at.toISOString() };
}

export function cancelEmailChange({ tenant, userId }: Actor): Promise<void> {
  return withTransaction(tenant.db, async (db) => {
    await deleteEmailChangeRow(db, userId);
    await publish(db, { type: 'changed', kind: 'user' }, userId);
  });
}

/**
 * Sets a user's confirmed address, and notifies the old one.
 * @throws AppError `invalid-request` if the token is unknown, used or expired.
 */
export async function confirmEmail(
  tenants: Tenants,
  { databaseName, token }: { databaseName: string; token: string },
): Promise<void> {
  const tenant = await tenants.get(databaseName);
  const done =
    tenant &&
    (await withTransaction(tenant.db, async (transaction) => {
      const change = await claimEmailChange(transaction, hashToken(token));
      const user = change && (await selectUser(transaction, change.user_id));
      if (!user?.enabled) return false;
      const { id, user_name: userName, email: old } = user;
      await updateUserRow(transaction, id, { email: change!.email });
      await mailEmailChanged(transaction, { userName, old, email: change!.email });
      await audit.changed(
        transaction,
        { userId: id, userName },
        { id, name: userName },
        { old: { email: old }, new: { email: change!.email } },
      );
      return true;
    }));
  if (!done) {
    throw new AppError(
      'invalid-request',
      'This link was used already or is too old. Please enter the address again.',
    );
  }
}
