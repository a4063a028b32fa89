import type { DiskNotice } from '@twinward/contracts/system/disk-notice';
import type { Db } from '../../../platform/database/database.ts';
import type { RefusedPeriod } from '../../../platform/database/disk-refusals.ts';
import { withTransaction } from '../../../platform/database/transaction.ts';
import { listAdministrators, notify } from '../notification/service.ts';
import { insertDiskNotice, selectDiskNotice } from './store.ts';

/** Returns when the disk of the database was last full. */
export async function getDiskNotice(db: Db): Promise<DiskNotice> {
  const notice = await selectDiskNotice(db);
  return { lastFull: notice && { from: notice.from.toISOString(), until: notice.until.toISOString() } };
}

/** Notifies administrators that the disk was full, once for all processes that it refused a write. */
export async function reportFullDisk(db: Db, period: RefusedPeriod): Promise<void> {
  await withTransaction(db, async (transaction) => {
    if (!(await insertDiskNotice(transaction, period))) return;
    await notify(transaction, [
      {
        recipients: await listAdministrators(transaction),
        context: 'system',
        type: 'disk-full',
        twinId: null,
        message: 'The disk of the database was full. Nothing was stored in that time. Free some disk space.',
        url: '/settings/system',
        grouping: 'disk-full',
        time: period.from,
      },
    ]);
  });
}
