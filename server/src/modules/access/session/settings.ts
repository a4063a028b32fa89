import {
  defaultSessionSettings,
  type SessionSettings,
  sessionSettings,
} from '@twinward/contracts/access/session-setting';
import { brokenFields } from '@twinward/domain/rules/rule';
import { sessionSettingsRules } from '@twinward/domain/rules/session';
import type { Actor } from '../../../platform/actor.ts';
import type { Db } from '../../../platform/database/database.ts';
import { refuseProblems } from '../../../platform/rules.ts';
import { getSystemSetting, type Setting, updateSystemSetting } from '../../system/setting/service.ts';

const setting: Setting<SessionSettings> = {
  name: 'sessions',
  schema: sessionSettings,
  initial: defaultSessionSettings,
};

export function getSessionSettings(db: Db): Promise<SessionSettings> {
  return getSystemSetting(db, setting);
}

/** @throws AppError `invalid-request` naming each field that is out of bounds. */
export function updateSessionSettings(actor: Actor, settings: SessionSettings): Promise<SessionSettings> {
  refuseProblems(brokenFields(settings, sessionSettingsRules));
  return updateSystemSetting(actor, setting, settings);
}

const minute = 60_000;
const hour = 60 * minute;

/** When a session ends unless it is kept alive: after the idle time, and at the latest after the absolute time. */
export function expiryOf({ idleMinutes, maximumHours }: SessionSettings, createdAt: Date, now: number): Date {
  return new Date(Math.min(now + idleMinutes * minute, createdAt.getTime() + maximumHours * hour));
}
