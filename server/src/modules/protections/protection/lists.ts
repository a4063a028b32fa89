import type { ThresholdAction } from '@twinward/contracts/protections/threshold';
import type { ListItemUse } from '@twinward/contracts/system/value-list';
import type { Db } from '../../../platform/database/database.ts';
import { publish } from '../../../platform/live/live-events.ts';
import { EntityAudit } from '../../system/audit/service.ts';
import type { ListItemReplacement, ListOfItems } from '../../system/value-list/events.ts';
import { findWorkField, isItem, toUses } from '../../system/value-list/service.ts';
import { bumpVersions, updateThreshold } from '../definition/service.ts';
import { requestEvaluation } from '../evaluation/service.ts';
import { selectThresholdsWithWork } from './store.ts';

const audit = new EntityAudit('protection');

/** Counts the actions of thresholds that request work with the items of a list. */
export async function countActionsWithItems(
  db: Db,
  { listName, items }: ListOfItems,
): Promise<ListItemUse[]> {
  const field = findWorkField(listName);
  if (!field) return [];
  const values = (await selectThresholdsWithWork(db)).flatMap(({ actions }) =>
    actions.flatMap((action) => {
      const work = action.type === 'advisory' ? action.work : null;
      const value = work?.[field];
      return value ? [{ value, category: work.system ?? null, count: 1 }] : [];
    }),
  );
  return toUses(items, 'actions of thresholds', values);
}

/** Replaces a list item in the work requests of threshold actions. */
export async function replaceItemInActions(
  db: Db,
  { by, listName, item, replacement }: ListItemReplacement,
): Promise<void> {
  const field = findWorkField(listName);
  if (!field) return;
  const replaced = (action: ThresholdAction): ThresholdAction => {
    if (action.type !== 'advisory' || !action.work) return action;
    const { [field]: value, system = null } = action.work;
    if (value === null || !isItem(item, { value, category: system })) return action;
    return { ...action, work: { ...action.work, [field]: replacement.value } };
  };
  const changed = new Map<number, { twinId: number; name: string }>();
  for (const row of await selectThresholdsWithWork(db)) {
    const actions = row.actions.map(replaced);
    if (actions.every((action, index) => action === row.actions[index])) continue;
    await updateThreshold(db, row.id, { actions: JSON.stringify(actions) });
    changed.set(row.protection_id, { twinId: row.twin_id, name: row.protection_name });
  }
  const ids = [...changed.keys()];
  if (ids.length === 0) return;
  await bumpVersions(db, ids, 'thresholds-dirty');
  for (const id of ids) await requestEvaluation(db, id);
  await audit.recordAll(
    db,
    by,
    'update',
    ids.map((id) => ({ id, name: changed.get(id)!.name })),
    () => ({ old: { [`work ${field}`]: item.value }, new: { [`work ${field}`]: replacement.value } }),
  );
  const twinIds = [...new Set([...changed.values()].map(({ twinId }) => twinId))];
  await publish(db, { type: 'evaluated', twinIds, protectionIds: ids });
}
