import { orderPoints, type Points, type RawPoints, type WriteCounts } from './points.ts';

/** Points for one tag, in any order. */
export interface TagInput extends RawPoints {
  tagId: number;
}

/** The result for one tag's points. */
export interface TagResult extends HeldCounts {
  tagId: number;
}

interface HeldCounts extends WriteCounts {
  /** Number of points ahead of the clock, held until their time. */
  early: number;
}

/** The result of a write for one tag; `changedFrom` is the earliest changed time, null when unchanged. */
export interface TagWrite extends HeldCounts {
  tagId: number;
  changedFrom: number | null;
}

/** A tag's points in order, and the superseded ones. */
export interface OrderedInput {
  tagId: number;
  points: Points;
  counts: HeldCounts;
  /** Points whose time occurs again later in the write with another value; null if there are none. */
  superseded: Points | null;
}

/**
 * Orders each tag's points, and the tags by id, so that concurrent writers lock in the same order.
 *
 * @throws RangeError when a point cannot be stored or a tag occurs twice
 */
export function orderInputs(inputs: readonly TagInput[]): OrderedInput[] {
  if (new Set(inputs.map((input) => input.tagId)).size < inputs.length)
    throw new RangeError('each tag may come once in a write');
  return inputs
    .filter((input) => input.times.length > 0)
    .map((input) => {
      const { points, replaced, duplicate, superseded } = orderPoints(input);
      return { tagId: input.tagId, points, superseded, counts: { stored: 0, replaced, duplicate, early: 0 } };
    })
    .sort((a, b) => a.tagId - b.tagId);
}

/** Returns the result of each input in the given order: the counts of the ordering and of the write. */
export function joinResults(
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
    count.early += write.early;
  }
  return inputs.map(({ tagId }) => ({
    tagId,
    ...(counts.get(tagId) ?? { stored: 0, replaced: 0, duplicate: 0, early: 0 }),
  }));
}

/** The points of all tags in columns. */
export function flatten(ordered: readonly { tagId: number; points: Points }[]) {
  const total = ordered.reduce((sum, { points }) => sum + points.times.length, 0);
  const columns = {
    tagIds: new Int32Array(total),
    times: new Float64Array(total),
    values: new Float64Array(total),
    qualities: new Uint8Array(total),
  };
  let offset = 0;
  for (const { tagId, points } of ordered) {
    columns.tagIds.fill(tagId, offset, offset + points.times.length);
    columns.times.set(points.times, offset);
    columns.values.set(points.values, offset);
    if (points.qualities) columns.qualities.set(points.qualities, offset);
    offset += points.times.length;
  }
  return columns;
}
