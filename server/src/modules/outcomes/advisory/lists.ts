import type { AdvisoryWork } from '@twinward/contracts/protections/threshold';
import { type ListItemUse, remediationListId } from '@twinward/contracts/system/value-list';
import type { Db } from '../../../platform/database/database.ts';
import { publish } from '../../../platform/live/live-events.ts';
import { EntityAudit } from '../../system/audit/service.ts';
import type { ListItemReplacement, ListOfItems } from '../../system/value-list/events.ts';
import { findWorkField, isItem, toUses } from '../../system/value-list/service.ts';
import {
  selectAdvisoriesWithRemediation,
  selectAdvisoriesWithWork,
  selectRemediationCounts,
  updateAdvisoryRow,
} from './store.ts';

const audit = new EntityAudit('advisory');

const usedBy = 'advisories';

/** Counts the advisories that use the items of a list, as their remediation or in the work that they request. */
export async function countAdvisoriesWithItems(db: Db, list: ListOfItems): Promise<ListItemUse[]> {
  if (list.listId === remediationListId) {
    return (await selectRemediationCounts(db)).map(({ item_id, count }) => ({
      itemId: item_id,
      usedBy,
      count,
    }));
  }
  const field = findWorkField(list.listName);
  if (!field) return [];
  const values = (await selectAdvisoriesWithWork(db)).flatMap(({ work }) => {
    const value = work?.[field];
    return value ? [{ value, category: work.system ?? null, count: 1 }] : [];
  });
  return toUses(list.items, usedBy, values);
}

/** Replaces an item in all advisories that use it. */
export async function replaceItemInAdvisories(
  db: Db,
  { by, listId, listName, item, replacement }: ListItemReplacement,
): Promise<void> {
  const field = findWorkField(listName);
  const changes =
    listId === remediationListId
      ? (await selectAdvisoriesWithRemediation(db, item.id)).map((advisory) => ({
          advisory,
          fields: { remediation_id: replacement.id },
        }))
      : field === null
        ? []
        : (await selectAdvisoriesWithWork(db)).flatMap((advisory) => {
            const work = advisory.work as AdvisoryWork;
            const value = work[field];
            if (value === null || !isItem(item, { value, category: work.system ?? null })) return [];
            return [{ advisory, fields: { work: JSON.stringify({ ...work, [field]: replacement.value }) } }];
          });
  if (changes.length === 0) return;
  for (const { advisory, fields } of changes) await updateAdvisoryRow(db, advisory.id, fields);
  const name = field === null ? 'remediation' : `work ${field}`;
  await audit.recordAll(
    db,
    by,
    'update',
    changes.map(({ advisory }) => advisory),
    () => ({ old: { [name]: item.value }, new: { [name]: replacement.value } }),
  );
  const twinIds = [...new Set(changes.map(({ advisory }) => advisory.twin_id))];
  await publish(db, { type: 'advisories', twinIds });
}
