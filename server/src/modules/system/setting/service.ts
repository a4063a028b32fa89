import {
  defaultGeneralSettings,
  defaultRetention,
  type GeneralSettings,
  generalSettings,
  type RetentionSettings,
  retentionSettings,
} from '@twinward/contracts/system/general';
import {
  type EarlyPointsSetting,
  earlyPointsSetting,
  type TimeZoneSetting,
  timeZoneSetting,
} from '@twinward/contracts/system/setting';
import type { z } from 'zod';
import type { Actor } from '../../../platform/actor.ts';
import type { Secrets } from '../../../platform/config/secrets.ts';
import type { Db } from '../../../platform/database/database.ts';
import { withTransaction } from '../../../platform/database/transaction.ts';
import { publish } from '../../../platform/live/live-events.ts';
import { defaultTolerance } from '../../../series/index.ts';
import { EntityAudit } from '../audit/service.ts';
import {
  selectSystemSetting,
  selectUserSetting,
  selectUserSettings,
  upsertSystemSetting,
  upsertUserSetting,
} from './store.ts';

const audit = new EntityAudit('setting');

/** A setting of each user or of the whole tenant. */
export interface Setting<T> {
  name: string;
  schema: z.ZodType<T>;
  /** The value until one is set, and if the stored value has an outdated form. */
  initial: T;
}

/** Returns the stored value of a setting, or its initial value if nothing is stored or its form is outdated. */
export function parseSetting<T>({ schema, initial }: Setting<T>, value: unknown): T {
  const parsed = schema.safeParse(value);
  return parsed.success ? parsed.data : initial;
}

export async function getUserSetting<T>(db: Db, userId: number, setting: Setting<T>): Promise<T> {
  return parseSetting(setting, await selectUserSetting(db, userId, setting.name));
}

export async function writeUserSetting<T>(db: Db, userId: number, setting: Setting<T>, value: T): Promise<T> {
  await upsertUserSetting(db, userId, setting.name, value);
  await publish(db, { type: 'changed', kind: 'user-setting' }, userId);
  return value;
}

export async function getSystemSetting<T>(db: Db, setting: Setting<T>): Promise<T> {
  return parseSetting(setting, await selectSystemSetting(db, setting.name));
}

export async function writeSystemSetting<T>(db: Db, setting: Setting<T>, value: T): Promise<void> {
  await upsertSystemSetting(db, setting.name, value);
}

/** Updates the tenant's setting, and records the change in the audit trail. Must not be used for secrets. */
export function updateSystemSetting<T extends Readonly<Record<string, unknown>>>(
  { tenant, ...who }: Actor,
  setting: Setting<T>,
  value: T,
): Promise<T> {
  return withTransaction(tenant.db, async (transaction) => {
    const old = await getSystemSetting(transaction, setting);
    await writeSystemSetting(transaction, setting, value);
    await audit.changed(transaction, who, { id: setting.name, name: setting.name }, { old, new: value });
    return value;
  });
}

/** Encrypts a field of a setting with the current key. @returns whether it was encrypted with the previous key. */
export async function resealSetting<T>(
  db: Db,
  { reseal }: Secrets,
  setting: Setting<T>,
  field: keyof NonNullable<T>,
): Promise<boolean> {
  const value = await getSystemSetting(db, setting);
  const sealed = value?.[field];
  const resealed = typeof sealed === 'string' ? reseal(sealed, setting.name) : null;
  if (resealed === null) return false;
  await writeSystemSetting(db, setting, { ...value, [field]: resealed });
  return true;
}

/** Changes a setting of all users and of the tenant. @param change returns null to keep a value */
export async function mapSettings<T>(
  db: Db,
  setting: Setting<T>,
  change: (value: T) => T | null,
): Promise<void> {
  for (const { user_id, value } of await selectUserSettings(db, setting.name)) {
    const next = change(parseSetting(setting, value));
    if (next !== null) await writeUserSetting(db, user_id, setting, next);
  }
  const next = change(await getSystemSetting(db, setting));
  if (next !== null) await writeSystemSetting(db, setting, next);
}

const minute = 60_000;

export const earlyPoints: Setting<EarlyPointsSetting> = {
  name: 'early-points',
  schema: earlyPointsSetting,
  initial: { toleranceMinutes: defaultTolerance / minute },
};

/** Returns the tolerance in milliseconds. Points up to this far ahead of the clock are evaluated at once. */
export async function getEarlyTolerance(db: Db): Promise<number> {
  return (await getSystemSetting(db, earlyPoints)).toleranceMinutes * minute;
}

/** The plant's time zone, which determines its calendar days. */
export const plantTimeZone: Setting<TimeZoneSetting> = {
  name: 'time-zone',
  schema: timeZoneSetting,
  initial: { timeZone: 'UTC' },
};

export async function getTimeZone(db: Db): Promise<string> {
  return (await getSystemSetting(db, plantTimeZone)).timeZone;
}

/** Settings of the tenant that every screen shows. */
export const general: Setting<GeneralSettings> = {
  name: 'general',
  schema: generalSettings,
  initial: defaultGeneralSettings,
};

export const retention: Setting<RetentionSettings> = {
  name: 'retention',
  schema: retentionSettings,
  initial: defaultRetention,
};

/** Returns for how long mails and notifications are kept. */
export function getRetention(db: Db): Promise<RetentionSettings> {
  return getSystemSetting(db, retention);
}
