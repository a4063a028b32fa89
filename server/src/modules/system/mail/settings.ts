import { insufficientPrivilege } from '@twinward/contracts/core/error';
import {
  type MailSettings,
  type MailSettingsChange,
  mailSettings,
  mailSettingsChange,
} from '@twinward/contracts/system/mail';
import { z } from 'zod';
import type { Actor } from '../../../platform/actor.ts';
import type { Secrets } from '../../../platform/config/secrets.ts';
import type { Db } from '../../../platform/database/database.ts';
import type { Tenant } from '../../../platform/database/tenants.ts';
import { withTransaction } from '../../../platform/database/transaction.ts';
import { AppError } from '../../../platform/errors.ts';
import { EntityAudit } from '../audit/service.ts';
import { getSystemSetting, resealSetting, type Setting, writeSystemSetting } from '../setting/service.ts';

const audit = new EntityAudit('setting');

/** The stored form, with an encrypted password. */
type Stored = MailSettingsChange;

const setting: Setting<Stored> = {
  name: 'mail',
  schema: mailSettingsChange.extend({ password: z.string().optional() }),
  initial: {
    host: '',
    port: 587,
    security: 'starttls',
    userName: '',
    from: 'twinward@localhost',
    publicAddress: 'http://localhost:8080',
  },
};

/**
 * Returns the mail settings with the password, for sending only.
 * @throws Error if the password was encrypted with another key.
 */
export async function getSender({ db, secrets }: Tenant): Promise<MailSettingsChange> {
  const { password, ...rest } = await getSystemSetting(db, setting);
  return password === undefined ? rest : { ...rest, password: secrets.open(password, setting.name) };
}

export async function getMailSettings(db: Db): Promise<MailSettings> {
  return shown(await getSystemSetting(db, setting));
}

/**
 * Updates the mail settings. Only administrators may, since the mail server receives the mails that reset passwords,
 * including theirs.
 * @throws AppError `forbidden`.
 */
export async function updateMailSettings(actor: Actor, change: MailSettingsChange): Promise<MailSettings> {
  if (!actor.isAdmin) throw new AppError('forbidden', insufficientPrivilege);
  return withTransaction(actor.tenant.db, async (transaction) => {
    const old = await getSystemSetting(transaction, setting);
    const { password: given, ...rest } = change;
    const kept = isSameAccount(old, change) ? old.password : undefined;
    const password = given ? actor.tenant.secrets.seal(given, setting.name) : given === '' ? undefined : kept;
    const updated = password === undefined ? rest : { ...rest, password };
    await writeSystemSetting(transaction, setting, updated);
    await audit.changed(
      transaction,
      actor,
      { id: setting.name, name: setting.name },
      {
        old: shown(old),
        new: { ...shown(updated), ...(given === undefined ? {} : { passwordChanged: true }) },
      },
    );
    return shown(updated);
  });
}

export const resealMailPassword = (db: Db, secrets: Secrets): Promise<boolean> =>
  resealSetting(db, secrets, setting, 'password');

/** Returns whether the account is unchanged. A stored password is kept only for its account. */
function isSameAccount(old: MailSettingsChange, change: MailSettingsChange): boolean {
  return (['host', 'port', 'security', 'userName'] as const).every((field) => old[field] === change[field]);
}

function shown({ password, ...rest }: MailSettingsChange): MailSettings {
  return mailSettings.parse({ ...rest, hasPassword: Boolean(password) });
}
