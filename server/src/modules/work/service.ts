import type { Db } from '../../platform/database.ts';
import { logChanges } from '../../series/index.ts';
import { findLatestCompletions, insertWork } from './store.ts';

/** When work under each of the tags was last completed, by tag id; a tag without completed work has no entry. */
export async function readLatestCompletions(db: Db, tagIds: readonly number[]): Promise<Map<number, Date>> {
  const rows = await findLatestCompletions(db, tagIds);
  return new Map(rows.map((row) => [row.tag_id, row.completed_at]));
}

/** Work to be recorded. */
export interface NewWork {
  /** A tag of type work. */
  tagId: number;
  name: string;
  description?: string;
  /** Whether it put right a failure. */
  corrective: boolean;
  startedAt: Date | null;
  completedAt: Date | null;
  /** Whole units of money */
  cost?: number;
}

/** Records work; what watches its completion is evaluated once the caller's transaction commits. @returns its id. */
export async function recordWork(db: Db, work: NewWork): Promise<number> {
  const id = await insertWork(db, {
    tag_id: work.tagId,
    name: work.name,
    description: work.description ?? '',
    kind: work.corrective ? 'corrective' : 'preventive',
    started_at: work.startedAt,
    completed_at: work.completedAt,
    cost: work.cost ?? null,
  });
  await logChanges(db, [{ tagId: work.tagId, changedFrom: work.completedAt?.getTime() ?? null }]);
  return id;
}
