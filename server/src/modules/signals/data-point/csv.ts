import { setImmediate } from 'node:timers/promises';
import { qualities } from '@twinward/contracts/signals/data-point';
import { csvLine } from '@twinward/domain/rules/sheet';
import type { Points } from '../../../series/index.ts';

/** A column of values in a CSV file. */
export interface ValueColumn {
  heading: string;
  convert(value: number): number;
}

/** Small: each turn of the event loop formats one piece of every download in progress. */
const linesPerPiece = 400;

/**
 * Yields points as CSV, in pieces: time in ISO 8601, values (empty if missing), quality. Other requests are served
 * between two pieces.
 */
export async function* formatCsv(
  blocks: AsyncIterable<Points>,
  columns: readonly ValueColumn[],
): AsyncGenerator<string> {
  yield csvLine(['time', ...columns.map(({ heading }) => heading), 'quality']);
  for await (const { times, values, qualities: codes } of blocks) {
    for (let begin = 0; begin < times.length; begin += linesPerPiece) {
      let piece = '';
      for (let i = begin; i < Math.min(begin + linesPerPiece, times.length); i++) {
        const value = values[i]!;
        const cells = columns.map(({ convert }) => (Number.isNaN(value) ? '' : toText(convert(value))));
        piece += `${new Date(times[i]!).toISOString()},${cells.join(',')},${qualities[codes?.[i] ?? 0]}\r\n`;
      }
      yield piece;
      await setImmediate();
    }
  }
}

const toText = (value: number): string => (Object.is(value, -0) ? '-0' : String(value));

/**
 * Returns the header `attachment` with the tag's name. Characters that are invalid in a header or file name become
 * underscores.
 */
export function toAttachmentHeader(tagName: string): string {
  return `attachment; filename="${tagName.replace(/[^\w .()-]/g, '_')}.csv"`;
}
