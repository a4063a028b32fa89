import type { Db } from '../platform/database/database.ts';
import { withTransaction } from '../platform/database/transaction.ts';
import { logChanges } from './changes.ts';
import { lockChunks } from './chunks.ts';
import { holdEarly, type WriteOptions } from './early.ts';
import { joinResults, orderInputs, type TagInput, type TagResult } from './inputs.ts';
import { mergeIntoChunks, removeHotPoints } from './merge.ts';
import { recountSuperseded } from './superseded.ts';

/**
 * Stores many points of any number of tags directly in chunks. Results and counts equal those of `appendPoints`; from a
 * few hundred points per tag on it is many times faster. All or none are stored: a file is imported in batches, and
 * repeating a batch stores nothing new. Points ahead of the clock are held.
 * @throws RangeError if a point cannot be stored or a tag occurs twice
 */
export async function importPoints(
  db: Db,
  inputs: readonly TagInput[],
  options: WriteOptions = {},
): Promise<TagResult[]> {
  const given = orderInputs(inputs);
  if (given.length === 0) return joinResults(inputs, given, []);
  return withTransaction(db, async (trx) => {
    const ordered = await recountSuperseded(trx, given);
    const { due, writes: held } = await holdEarly(trx, ordered, options);
    if (due.length === 0) return joinResults(inputs, ordered, held);
    await lockChunks(
      trx,
      due.map((input) => input.tagId),
    );
    // A hot row would take precedence over the imported point.
    const hot = await removeHotPoints(
      trx,
      due.map(({ tagId, points }) => ({ tagId, first: points.times[0]!, last: points.times.at(-1)! })),
    );
    if (hot.length > 0) await mergeIntoChunks(trx, hot);
    const writes = await mergeIntoChunks(trx, due);
    await logChanges(trx, writes);
    return joinResults(inputs, ordered, [...writes, ...held]);
  });
}
