import type { Db } from '../../../platform/database/database.ts';
import type { TagResult } from '../../../series/index.ts';
import { upsertEarlyNotices } from './early-store.ts';
import { pointsEarly } from './events.ts';

/** Returns the warning for a source whose points are held. */
export function earlyWarning(early: number): string {
  const points = early === 1 ? '1 point is' : `${early.toLocaleString('en-US')} points are`;
  return `${points} ahead of the clock, and held until then. Check the clock of the source.`;
}

/** Emits `points.early` for tags whose points are held, in the transaction that stores the points. */
export async function reportEarly(db: Db, results: readonly TagResult[]): Promise<void> {
  const tagIds = results.filter(({ early }) => early > 0).map(({ tagId }) => tagId);
  if (tagIds.length === 0) return;
  const tags = await upsertEarlyNotices(db, tagIds);
  if (tags.length > 0) await pointsEarly.emit(db, { tags });
}
