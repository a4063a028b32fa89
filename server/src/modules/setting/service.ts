import type { z } from 'zod';
import type { Db } from '../../platform/database.ts';
import { findUserSetting, putUserSetting } from './store.ts';

/** Something that each user sets for themselves. */
export interface UserSetting<T> {
  name: string;
  schema: z.ZodType<T>;
  /** Holds until it is set, and where what was set has another form than it has now. */
  initial: T;
}

export async function readUserSetting<T>(db: Db, userId: number, setting: UserSetting<T>): Promise<T> {
  const parsed = setting.schema.safeParse(await findUserSetting(db, userId, setting.name));
  return parsed.success ? parsed.data : setting.initial;
}

export async function writeUserSetting<T>(
  db: Db,
  userId: number,
  setting: UserSetting<T>,
  value: T,
): Promise<T> {
  await putUserSetting(db, userId, setting.name, value);
  return value;
}
