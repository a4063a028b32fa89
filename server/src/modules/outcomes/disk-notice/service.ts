import type { DiskNotice } from '@twinward/contracts/system/disk-notice';
import type { Db } from '../../../platform/database/database.ts';
import { withTransaction } from '../../../platform/database/transaction.ts';
import { notify } from '../notification/service.ts';
import { type FullTime, selectAdministrators, selectDiskNotice, upsertDiskNotice } from './store.ts';

/** When the disk of the database was last full. */
export async function getDiskNotice(db: Db): Promise<DiskNotice> {
  const notice = await selectDiskNotice(db);
  return { lastFull: notice && { from: notice.from.toISOString(), until: notice.until.toISOString() } };
}

/** Notifies administrators that the disk was full, once, however many processes noticed it. */
export async function reportFullDisk(db: Db, time: FullTime): Promise<void> {
  await withTransaction(db, async (transaction) => {
    if (!(await upsertDiskNotice(transaction, time))) return;
    const administrators = await selectAdministrators(transaction);
    await notify(transaction, [
      {
        recipients: administrators.map((id) => ({ type: 'user', id })),
        context: 'system',
        type: 'disk-full',
        twinId: null,
        message:
          'The disk of the database was full. Nothing was stored meanwhile. Make sure that it has room.',
        url: '/settings/system',
        grouping: 'disk-full',
        time: time.from,
      },
    ]);
  });
}
