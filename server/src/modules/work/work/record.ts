import type { WorkKind } from '@twinward/contracts/assets/work';
import type { Db } from '../../../platform/database/database.ts';
import { withTransaction } from '../../../platform/database/transaction.ts';
import { logChanges } from '../../../series/index.ts';
import { riskInputsChanged } from '../../assets/asset/events.ts';
import { saveSystemFields } from '../../records/record-type/service.ts';
import { insertWork, selectAssetsOfTags } from './store.ts';

/** Work that the product itself records. */
export interface RecordedWork {
  /** A tag of type work. */
  tagId: number;
  name: string;
  description?: string;
  kind: WorkKind;
  startedAt: Date | null;
  completedAt: Date | null;
  /** Whole dollars */
  cost?: number;
  /** Codes of ISO 14224 */
  failureMechanism?: string;
  failureCause?: string;
}

/**
 * Records work. Evaluation follows after the commit.
 * @returns its id
 */
export function recordWork(db: Db, work: RecordedWork): Promise<number> {
  return withTransaction(db, async (transaction) => {
    const id = await insertWork(transaction, {
      tag_id: work.tagId,
      name: work.name,
      description: work.description ?? '',
      kind: work.kind,
      started_at: work.startedAt,
      completed_at: work.completedAt,
      cost: work.cost ?? null,
      failure_mechanism: work.failureMechanism ?? null,
      failure_cause: work.failureCause ?? null,
    });
    await saveSystemFields(transaction, null, 'work', [{ id, isNew: true }], { lenient: true });
    const { tagId, completedAt } = work;
    await logChanges(transaction, [{ tagId, changedFrom: completedAt?.getTime() ?? null }]);
    await riskInputsChanged.emit(transaction, { assetIds: await selectAssetsOfTags(transaction, [tagId]) });
    return id;
  });
}
