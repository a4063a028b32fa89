import type { Page } from '@twinward/contracts/core/list';
import type { RecordHistoryEntry } from '@twinward/contracts/records/record';
import type { Actor } from '../../../platform/actor.ts';
import { found } from '../../../platform/errors.ts';
import { listAudit } from '../../system/audit/service.ts';
import { getReadableType, listShownFields } from '../record-type/service.ts';
import { selectRecords } from './store.ts';

type AuditFacts = RecordHistoryEntry['old'];

/**
 * Returns the changes of a record, newest first, without fields that show records that the user may not read.
 * @throws AppError `not-found`.
 */
export async function getRecordHistory(
  actor: Actor,
  typeName: string,
  id: number,
  paging: { pageNumber: number; pageSize: number },
): Promise<Page<RecordHistoryEntry>> {
  const { db } = actor.tenant;
  const type = await getReadableType(db, actor, typeName);
  found((await selectRecords(db, type, [id]))[0], 'Record');
  const shown = await listShownFields(db, actor, type.fields);
  const hidden = new Set(type.fields.flatMap((field) => (shown.includes(field) ? [] : [field.caption])));
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
      old: without(hidden, old),
      new: without(hidden, now),
      action: action as RecordHistoryEntry['action'],
    })),
    total,
  };
}

const without = (hidden: ReadonlySet<string>, facts: AuditFacts): AuditFacts =>
  facts && Object.fromEntries(Object.entries(facts).filter(([caption]) => !hidden.has(caption)));
