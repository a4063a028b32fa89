import { type TimeZoneSetting, timeZoneSetting } from '@twinward/contracts/system/setting';
import type { Db } from '../../../platform/database/database.ts';
import { getSystemSetting, type Setting } from '../../system/setting/service.ts';

/** The plant's time zone, by whose calendar due dates move. */
export const plantTimeZone: Setting<TimeZoneSetting> = {
  name: 'time-zone',
  schema: timeZoneSetting,
  initial: { timeZone: 'UTC' },
};

export async function getTimeZone(db: Db): Promise<string> {
  return (await getSystemSetting(db, plantTimeZone)).timeZone;
}
