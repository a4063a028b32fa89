import {
  failureCauseListId,
  failureMechanismListId,
  type ListItemUse,
} from '@twinward/contracts/system/value-list';
import type { Db } from '../../../platform/database/database.ts';
import { publish } from '../../../platform/live/live-events.ts';
import { riskInputsChanged } from '../../assets/asset/events.ts';
import { EntityAudit } from '../../system/audit/service.ts';
import type { ListItemReplacement, ListOfItems } from '../../system/value-list/events.ts';
import { toUses } from '../../system/value-list/service.ts';
import { selectAssetsOfTags, selectCodeCounts, updateCode } from './store.ts';

const audit = new EntityAudit('work');

/** Number of rows per audit statement. */
const rowsPerAudit = 1000;

const columns = new Map([
  [failureMechanismListId, { column: 'failure_mechanism', field: 'failureMechanism' }],
  [failureCauseListId, { column: 'failure_cause', field: 'failureCause' }],
] as const);

/** Counts the work that uses the items of a list. */
export async function countWorkWithItems(db: Db, { listId, items }: ListOfItems): Promise<ListItemUse[]> {
  const code = columns.get(listId as 5 | 6);
  return code ? toUses(items, 'work', await selectCodeCounts(db, code.column)) : [];
}

/** Replaces a failure code in all work, and updates everything that depends on it. */
export async function replaceItemInWork(
  db: Db,
  { by, listId, item, replacement }: ListItemReplacement,
): Promise<void> {
  const code = columns.get(listId as 5 | 6);
  if (!code) return;
  const changed = await updateCode(db, code.column, item.value, replacement.value);
  if (changed.length === 0) return;
  for (let start = 0; start < changed.length; start += rowsPerAudit) {
    await audit.recordAll(db, by, 'update', changed.slice(start, start + rowsPerAudit), () => ({
      old: { [code.field]: item.value },
      new: { [code.field]: replacement.value },
    }));
  }
  const tagIds = [...new Set(changed.map((row) => row.tag_id))];
  await riskInputsChanged.emit(db, { assetIds: await selectAssetsOfTags(db, tagIds) });
  await publish(db, { type: 'work', tagIds });
}
