import {
  type NotificationPreference,
  type NotificationSettings,
  notificationKinds,
  notificationSettings,
} from '@twinward/contracts/advisories/notification';
import type { Actor } from '../../../platform/actor.ts';
import type { Db } from '../../../platform/database/database.ts';
import { withTransaction } from '../../../platform/database/transaction.ts';
import { refuseProblems } from '../../../platform/rules.ts';
import { getUserSetting, type Setting, writeUserSetting } from '../../system/setting/service.ts';
import { scheduleAggregates } from './aggregate.ts';

/** Default: in the product, without mail. */
function initialPreference({ context, type }: { context: string; type: string }): NotificationPreference {
  return { context, type, inApp: true, email: false };
}

const setting: Setting<NotificationSettings> = {
  name: 'notification',
  schema: notificationSettings,
  initial: {
    notifications: notificationKinds.map(initialPreference),
    dailyAggregate: false,
    weeklyAggregate: false,
  },
};

/** The stored settings, completed with new kinds. */
function complete(settings: NotificationSettings): NotificationSettings {
  return {
    ...settings,
    notifications: notificationKinds.map((kind) => preferenceOf(settings, kind.context, kind.type)),
  };
}

/** A user's settings for one kind. */
export function preferenceOf(
  { notifications }: NotificationSettings,
  context: string,
  type: string,
): NotificationPreference {
  const chosen = notifications.find((one) => one.context === context && one.type === type);
  return chosen ?? initialPreference({ context, type });
}

/** The stored settings, or the defaults. */
export function settingsOf(stored: unknown): NotificationSettings {
  const parsed = notificationSettings.safeParse(stored);
  return parsed.success ? parsed.data : setting.initial;
}

export async function getSettingsOf(db: Db, userId: number): Promise<NotificationSettings> {
  return complete(await getUserSetting(db, userId, setting));
}

/** @throws AppError `invalid-request` for an unknown kind. */
export async function writeNotificationSettings(
  { tenant, userId }: Actor,
  settings: NotificationSettings,
): Promise<NotificationSettings> {
  const isKind = ({ context, type }: NotificationPreference) =>
    notificationKinds.some((kind) => kind.context === context && kind.type === type);
  const unknown = settings.notifications.findIndex((one) => !isKind(one));
  if (unknown >= 0) {
    const { context, type } = settings.notifications[unknown]!;
    const path = `notifications.${unknown}`;
    refuseProblems([{ path, message: `There is no notification '${type}' of '${context}'.` }]);
  }
  return withTransaction(tenant.db, async (transaction) => {
    const written = await writeUserSetting(transaction, userId, setting, complete(settings));
    await scheduleAggregates(transaction, userId, written);
    return written;
  });
}
