import type { TimeZoneSetting } from '@twinward/contracts/system/setting';
import type { Actor } from '../../../platform/actor.ts';
import { withTransaction } from '../../../platform/database/transaction.ts';
import { EntityAudit } from '../../system/audit/service.ts';
import { getSystemSetting, plantTimeZone, writeSystemSetting } from '../../system/setting/service.ts';
import { invalidateByCalendar } from '../definition/service.ts';
import { insertDueFromStart, wakeEvaluation } from './due-store.ts';

const audit = new EntityAudit('setting');

/** Sets the plant's time zone. Protections with intervals of months or years are evaluated again. */
export async function updateTimeZone(actor: Actor, change: TimeZoneSetting): Promise<TimeZoneSetting> {
  await withTransaction(actor.tenant.db, async (db) => {
    const old = await getSystemSetting(db, plantTimeZone);
    if (old.timeZone === change.timeZone) return;
    await writeSystemSetting(db, plantTimeZone, change);
    await insertDueFromStart(db, await invalidateByCalendar(db));
    await wakeEvaluation(db);
    await audit.changed(
      db,
      actor,
      { id: plantTimeZone.name, name: plantTimeZone.name },
      { old, new: change },
    );
  });
  return change;
}
