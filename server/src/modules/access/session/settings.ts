import {
  defaultSessionSettings,
  defaultSignInRules,
  type SessionSettings,
  type SignInRules,
  sessionSettings,
  signInRules,
} from '@twinward/contracts/access/session-setting';
import type { Actor } from '../../../platform/actor.ts';
import type { Db } from '../../../platform/database/database.ts';
import { getSystemSetting, type Setting, updateSystemSetting } from '../../system/setting/service.ts';

const setting: Setting<SessionSettings> = {
  name: 'sessions',
  schema: sessionSettings,
  initial: defaultSessionSettings,
};

export function getSessionSettings(db: Db): Promise<SessionSettings> {
  return getSystemSetting(db, setting);
}

export function updateSessionSettings(actor: Actor, settings: SessionSettings): Promise<SessionSettings> {
  return updateSystemSetting(actor, setting, settings);
}

const rules: Setting<SignInRules> = {
  name: 'sign-in-rules',
  schema: signInRules,
  initial: defaultSignInRules,
};

export function getSignInRules(db: Db): Promise<SignInRules> {
  return getSystemSetting(db, rules);
}

export function updateSignInRules(actor: Actor, change: SignInRules): Promise<SignInRules> {
  return updateSystemSetting(actor, rules, change);
}

const minute = 60_000;
const hour = 60 * minute;

/** Returns the end of a session: after the idle time, but no later than the absolute end. */
export function calculateExpiry(
  { idleMinutes, maximumHours }: SessionSettings,
  createdAt: Date,
  now: number,
): Date {
  return new Date(Math.min(now + idleMinutes * minute, createdAt.getTime() + maximumHours * hour));
}
