import { type TimeZoneSetting, timeZoneSetting } from '@twinward/contracts/system/setting';
import { required } from '@twinward/domain/rules/field-rules';
import { brokenFields, type FieldRules } from '@twinward/domain/rules/rule';
import { timeZone } from '@twinward/domain/rules/user';
import { sql } from 'kysely';
import type { Actor } from '../../../platform/actor.ts';
import type { Db } from '../../../platform/database/database.ts';
import { refuseProblems } from '../../../platform/rules.ts';
import { pointsChannel } from '../../../series/index.ts';
import { recordAudit } from '../../system/audit/service.ts';
import { readSystemSetting, type Setting, writeSystemSetting } from '../../system/setting/service.ts';
import { insertDueAnew } from './store.ts';

const setting: Setting<TimeZoneSetting> = {
  name: 'time-zone',
  schema: timeZoneSetting,
  initial: { timeZone: 'UTC' },
};

const rules: FieldRules<TimeZoneSetting> = { timeZone: [required, timeZone] };

export async function readTimeZone(db: Db): Promise<string> {
  return (await readSystemSetting(db, setting)).timeZone;
}

/**
 * Moves the plant to another time zone; protections whose dates move by its calendar are evaluated anew.
 * @throws AppError `invalid-request` for what is no time zone.
 */
export async function changeTimeZone(actor: Actor, change: TimeZoneSetting): Promise<TimeZoneSetting> {
  refuseProblems(brokenFields(change, rules));
  await actor.tenant.db.transaction().execute(async (db) => {
    const old = await readSystemSetting(db, setting);
    if (old.timeZone === change.timeZone) return;
    await writeSystemSetting(db, setting, change);
    await requestByCalendar(db);
    await recordAudit(db, actor, {
      action: 'update',
      entityType: 'setting',
      entityId: setting.name,
      entityName: setting.name,
      old,
      new: change,
    });
  });
  return change;
}

/** Months and years are what a time zone moves: of other lengths it changes nothing. */
const byCalendar = '^P[^T]*[MY]';

async function requestByCalendar(db: Db): Promise<void> {
  await insertDueAnew(
    db,
    sql`id in (
      select protection_id from protection_alias
      where settings ->> 'expectedInterval' ~* ${byCalendar} or settings ->> 'tolerance' ~* ${byCalendar})`,
  );
  await sql`select pg_notify(${pointsChannel}, '')`.execute(db);
}
