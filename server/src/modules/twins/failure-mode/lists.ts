import {
  failureCauseListId,
  failureMechanismListId,
  type ListItemUse,
} from '@twinward/contracts/system/value-list';
import type { Db } from '../../../platform/database/database.ts';
import { publish } from '../../../platform/live/live-events.ts';
import { EntityAudit } from '../../system/audit/service.ts';
import type { ListItemReplacement, ListOfItems } from '../../system/value-list/events.ts';
import { toUses } from '../../system/value-list/service.ts';
import { emitRiskInputs } from '../failure-risk/service.ts';
import { selectCodeCounts, updateCode } from './store.ts';

const audit = new EntityAudit('failure-mode');

const columns = new Map([
  [failureMechanismListId, 'mechanism'],
  [failureCauseListId, 'cause'],
] as const);

/** Counts the failure modes that use the items of a list. */
export async function countFailureModesWithItems(
  db: Db,
  { listId, items }: ListOfItems,
): Promise<ListItemUse[]> {
  const column = columns.get(listId as 5 | 6);
  return column ? toUses(items, 'failure modes', await selectCodeCounts(db, column)) : [];
}

/** Replaces a failure code in all failure modes. */
export async function replaceItemInFailureModes(
  db: Db,
  { by, listId, item, replacement }: ListItemReplacement,
): Promise<void> {
  const column = columns.get(listId as 5 | 6);
  if (!column) return;
  const changed = await updateCode(db, column, item.value, replacement.value);
  await audit.recordAll(db, by, 'update', changed, () => ({
    old: { [column]: item.value },
    new: { [column]: replacement.value },
  }));
  for (const { id } of changed) await emitRiskInputs(db, { column: 'failure_mode_id', id });
  if (changed.length > 0) {
    await publish(db, { type: 'twin-parts', twinIds: [...new Set(changed.map((row) => row.twin_id))] });
  }
}
