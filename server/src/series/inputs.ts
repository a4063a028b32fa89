import type { TagWrite } from './merge.ts';
import { orderPoints, type Points, type RawPoints, type WriteCounts } from './points.ts';

/** Points for one tag, in any order. */
export interface TagInput extends RawPoints {
  tagId: number;
}

/** What became of one tag's points. */
export interface TagResult extends WriteCounts {
  tagId: number;
}

/** A tag's points in order, with what the ordering found. */
export interface OrderedInput {
  tagId: number;
  points: Points;
  counts: WriteCounts;
}

/**
 * Orders each tag's points, and the tags by id: writers that meet take their locks in one order.
 *
 * @throws RangeError when a point cannot be stored or a tag comes twice
 */
export function orderInputs(inputs: readonly TagInput[]): OrderedInput[] {
  if (new Set(inputs.map((input) => input.tagId)).size < inputs.length)
    throw new RangeError('each tag may come once in a write');
  return inputs
    .filter((input) => input.times.length > 0)
    .map((input) => {
      const { points, replaced, duplicate } = orderPoints(input);
      return { tagId: input.tagId, points, counts: { stored: 0, replaced, duplicate } };
    })
    .sort((a, b) => a.tagId - b.tagId);
}

/** The result of each input in its order: what the ordering counted and what the write did. */
export function resultsOf(
  inputs: readonly TagInput[],
  ordered: readonly OrderedInput[],
  writes: readonly TagWrite[],
): TagResult[] {
  const counts = new Map(ordered.map((input) => [input.tagId, { ...input.counts }]));
  for (const write of writes) {
    const count = counts.get(write.tagId)!;
    count.stored += write.stored;
    count.replaced += write.replaced;
    count.duplicate += write.duplicate;
  }
  return inputs.map(({ tagId }) => ({
    tagId,
    ...(counts.get(tagId) ?? { stored: 0, replaced: 0, duplicate: 0 }),
  }));
}
