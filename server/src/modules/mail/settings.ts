import {
  type MailSettings,
  type MailSettingsChange,
  mailSettings,
  mailSettingsChange,
} from '@twinward/contracts/mail';
import { email, maximumLength, numberBetween, required } from '@twinward/domain/rules/field-rules';
import type { FieldRules } from '@twinward/domain/rules/rule';
import type { Actor } from '../../platform/actor.ts';
import type { Db } from '../../platform/database.ts';
import { assertRules } from '../../platform/rules.ts';
import { recordAudit } from '../audit/service.ts';
import { readSystemSetting, type Setting, writeSystemSetting } from '../setting/service.ts';

const setting: Setting<MailSettingsChange> = {
  name: 'mail',
  schema: mailSettingsChange,
  initial: {
    host: '',
    port: 587,
    security: 'starttls',
    userName: '',
    from: 'twinward@localhost',
    publicAddress: 'http://localhost:8080',
  },
};

const rules: FieldRules<MailSettingsChange> = {
  host: [maximumLength(253)],
  port: [numberBetween(1, 65_535)],
  userName: [maximumLength(200)],
  from: [required, maximumLength(200), email],
  publicAddress: [
    required,
    maximumLength(300),
    (text) => (isWebAddress(text) ? null : 'Please enter an address such as https://twinward.plant.example.'),
  ],
};

function isWebAddress(text: string): boolean {
  return URL.canParse(text) && ['http:', 'https:'].includes(new URL(text).protocol);
}

/** How mail is sent, with the secret: for whoever sends, and nobody else. */
export function readSender(db: Db): Promise<MailSettingsChange> {
  return readSystemSetting(db, setting);
}

export async function readMailSettings(db: Db): Promise<MailSettings> {
  return shown(await readSender(db));
}

/** @throws AppError `invalid-request` naming each field that is wrong. */
export async function changeMailSettings(actor: Actor, change: MailSettingsChange): Promise<MailSettings> {
  assertRules(change, rules);
  return actor.tenant.db.transaction().execute(async (transaction) => {
    const old = await readSender(transaction);
    const password = change.password ?? (isSameAccount(old, change) ? old.password : undefined);
    const { password: _, ...rest } = change;
    const updated = password ? { ...rest, password } : rest;
    await writeSystemSetting(transaction, setting, updated);
    await recordAudit(transaction, actor, {
      action: 'update',
      entityType: 'setting',
      entityId: setting.name,
      entityName: setting.name,
      old: shown(old),
      new: { ...shown(updated), ...(change.password === undefined ? {} : { passwordChanged: true }) },
    });
    return shown(updated);
  });
}

/** A password goes to the server that it was given for, and to no other. */
function isSameAccount(old: MailSettingsChange, change: MailSettingsChange): boolean {
  return (['host', 'port', 'security', 'userName'] as const).every((field) => old[field] === change[field]);
}

function shown({ password, ...rest }: MailSettingsChange): MailSettings {
  return mailSettings.parse({ ...rest, hasPassword: Boolean(password) });
}
