import type { z } from 'zod';
import type { Db } from '../../platform/database.ts';
import { findSystemSetting, findUserSetting, putSystemSetting, putUserSetting } from './store.ts';

/** Something that can be set, by each user for themselves or for the whole tenant. */
export interface Setting<T> {
  name: string;
  schema: z.ZodType<T>;
  /** Holds until it is set, and where what was set has another form than it has now. */
  initial: T;
}

function parse<T>({ schema, initial }: Setting<T>, value: unknown): T {
  const parsed = schema.safeParse(value);
  return parsed.success ? parsed.data : initial;
}

export async function readUserSetting<T>(db: Db, userId: number, setting: Setting<T>): Promise<T> {
  return parse(setting, await findUserSetting(db, userId, setting.name));
}

export async function writeUserSetting<T>(db: Db, userId: number, setting: Setting<T>, value: T): Promise<T> {
  await putUserSetting(db, userId, setting.name, value);
  return value;
}

export async function readSystemSetting<T>(db: Db, setting: Setting<T>): Promise<T> {
  return parse(setting, await findSystemSetting(db, setting.name));
}

export async function writeSystemSetting<T>(db: Db, setting: Setting<T>, value: T): Promise<void> {
  await putSystemSetting(db, setting.name, value);
}
