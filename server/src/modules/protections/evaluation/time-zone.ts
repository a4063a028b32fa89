import type { TimeZoneSetting } from '@twinward/contracts/system/setting';
import { required } from '@twinward/domain/rules/field-rules';
import { brokenFields, type FieldRules } from '@twinward/domain/rules/rule';
import { timeZone } from '@twinward/domain/rules/user';
import { sql } from 'kysely';
import type { Actor } from '../../../platform/actor.ts';
import { withTransaction } from '../../../platform/database/transaction.ts';
import { refuseProblems } from '../../../platform/rules.ts';
import { pointsChannel } from '../../../series/index.ts';
import { recordAudit } from '../../system/audit/service.ts';
import { getSystemSetting, writeSystemSetting } from '../../system/setting/service.ts';
import { invalidateByCalendar, plantTimeZone } from '../definition/service.ts';
import { insertDueFromStart } from './store.ts';

const rules: FieldRules<TimeZoneSetting> = { timeZone: [required, timeZone] };

/**
 * Moves the plant to another time zone; protections whose dates move by its calendar are evaluated anew.
 * @throws AppError `invalid-request` for an unknown time zone.
 */
export async function updateTimeZone(actor: Actor, change: TimeZoneSetting): Promise<TimeZoneSetting> {
  refuseProblems(brokenFields(change, rules));
  await withTransaction(actor.tenant.db, async (db) => {
    const old = await getSystemSetting(db, plantTimeZone);
    if (old.timeZone === change.timeZone) return;
    await writeSystemSetting(db, plantTimeZone, change);
    await insertDueFromStart(db, await invalidateByCalendar(db));
    await sql`select pg_notify(${pointsChannel}, '')`.execute(db);
    await recordAudit(db, actor, {
      action: 'update',
      entityType: 'setting',
      entityId: plantTimeZone.name,
      entityName: plantTimeZone.name,
      old,
      new: change,
    });
  });
  return change;
}
