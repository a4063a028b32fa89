import type { Tag } from '@twinward/contracts/signals/tag';
import type { Range } from './range.ts';

/** From the oldest to the latest point of all the tags; null while they have no points. */
export function tagsExtent(tags: readonly Pick<Tag, 'oldestTime' | 'latestTime'>[]): Range | null {
  const from = tags.flatMap(({ oldestTime }) => (oldestTime === null ? [] : [Date.parse(oldestTime)]));
  const to = tags.flatMap(({ latestTime }) => (latestTime === null ? [] : [Date.parse(latestTime)]));
  return from.length === 0 || to.length === 0 ? null : { from: Math.min(...from), to: Math.max(...to) };
}
