import { qualities } from '@twinward/contracts/signals/data-point';
import type { Points } from '../../../series/index.ts';

/** Points as CSV, a piece of text for each block: time in ISO 8601, value (none where there is none), quality. */
export async function* csvOf(blocks: AsyncIterable<Points>): AsyncGenerator<string> {
  yield 'time,value,quality\r\n';
  for await (const { times, values, qualities: codes } of blocks) {
    const lines: string[] = [];
    for (let i = 0; i < times.length; i++) {
      const value = Number.isNaN(values[i]!) ? '' : values[i];
      lines.push(`${new Date(times[i]!).toISOString()},${value},${qualities[codes?.[i] ?? 0]}\r\n`);
    }
    yield lines.join('');
  }
}

/** `attachment` with the tag's name; what a header or a file name can't hold becomes an underscore. */
export function attachmentOf(tagName: string): string {
  return `attachment; filename="${tagName.replace(/[^\w .()-]/g, '_')}.csv"`;
}
