import type { WorkKind } from '@twinward/contracts/assets/work';
import type { Db } from '../../../platform/database/database.ts';
import { logChanges } from '../../../series/index.ts';
import { insertWork } from './store.ts';

/** Work recorded by the product itself. */
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

/** Records work; evaluation follows after the caller's transaction commits. @returns its id. */
export async function recordWork(db: Db, work: RecordedWork): Promise<number> {
  const id = await insertWork(db, {
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
  await logChanges(db, [{ tagId: work.tagId, changedFrom: work.completedAt?.getTime() ?? null }]);
  return id;
}
