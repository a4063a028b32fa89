import { setImmediate } from 'node:timers/promises';
import { qualities } from '@twinward/contracts/signals/data-point';
import { csvLine } from '@twinward/domain/rules/sheet';
import type { Points } from '../../../series/index.ts';

/** A column of values. */
export interface ValueColumn {
  heading: string;
  convert(value: number): number;
}

/** Few: a turn of the event loop formats a piece of each download that is under way. */
const linesPerPiece = 400;

/**
 * Points as CSV, in pieces: time in ISO 8601, values (empty if missing), quality. Other requests are served
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
        const cells = columns.map(({ convert }) => (Number.isNaN(value) ? '' : textOf(convert(value))));
        piece += `${new Date(times[i]!).toISOString()},${cells.join(',')},${qualities[codes?.[i] ?? 0]}\r\n`;
      }
      yield piece;
      await setImmediate();
    }
  }
}

const textOf = (value: number): string => (Object.is(value, -0) ? '-0' : String(value));

/**
 * The header `attachment` with the tag's name; characters that a header or file name can't contain become underscores.
 */
export function attachmentOf(tagName: string): string {
  return `attachment; filename="${tagName.replace(/[^\w .()-]/g, '_')}.csv"`;
}
