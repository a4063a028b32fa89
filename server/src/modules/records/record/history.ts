import type { Page } from '@twinward/contracts/core/list';
import type { RecordHistoryEntry } from '@twinward/contracts/records/record';
import type { Actor } from '../../../platform/actor.ts';
import { found } from '../../../platform/errors.ts';
import { listAudit } from '../../system/audit/service.ts';
import { getReadableType } from '../record-type/service.ts';
import { selectRecords } from './store.ts';

/** The changes of a record, latest first. @throws AppError `not-found`. */
export async function getRecordHistory(
  actor: Actor,
  typeName: string,
  id: number,
  paging: { pageNumber: number; pageSize: number },
): Promise<Page<RecordHistoryEntry>> {
  const { db } = actor.tenant;
  found((await selectRecords(db, await getReadableType(db, actor, typeName), [id]))[0], 'Record');
  const { records, total } = await listAudit(db, {
    ...paging,
    filters: [
      { field: 'EntityType', operator: 'EqualTo', value: 'record' },
      { field: 'EntityId', operator: 'EqualTo', value: String(id) },
    ],
    sorts: [{ field: 'Id', direction: 'Descending' }],
  });
  return {
    records: records.map(({ id: entryId, time, userId, userName, action, old, new: now }) => ({
      id: entryId,
      time,
      userId,
      userName,
      old,
      new: now,
      action: action as RecordHistoryEntry['action'],
    })),
    total,
  };
}
