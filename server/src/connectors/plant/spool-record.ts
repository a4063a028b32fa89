import { crc32 } from 'node:zlib';
import type { PlantEntry } from '@twinward/contracts/connections/plant';

/** A record is the length of its text and the CRC-32 of it, four bytes each, and the text: an entry as JSON. */
const headBytes = 8;
const largestRecord = 16 * 1024 * 1024;

export function toRecord(entry: PlantEntry): Buffer {
  const text = Buffer.from(JSON.stringify(entry));
  const head = Buffer.alloc(headBytes);
  head.writeUInt32LE(text.length, 0);
  head.writeUInt32LE(crc32(text), 4);
  return Buffer.concat([head, text]);
}

/**
 * Reads the records of a file from an offset on. `entry` is null for a damaged record. Stops at a record with an
 * invalid length.
 */
export function* readRecords(
  content: Buffer,
  from: number,
): Iterable<{ start: number; end: number; entry: PlantEntry | null }> {
  for (let start = from; start < content.length; ) {
    const length = start + headBytes <= content.length ? content.readUInt32LE(start) : largestRecord + 1;
    const end = start + headBytes + length;
    // A power cut may leave zeros at the end of a file.
    if (length === 0 || length > largestRecord || end > content.length) {
      yield { start, end: content.length, entry: null };
      return;
    }
    const text = content.subarray(start + headBytes, end);
    const isWhole = crc32(text) === content.readUInt32LE(start + 4);
    yield { start, end, entry: isWhole ? (JSON.parse(text.toString('utf8')) as PlantEntry) : null };
    start = end;
  }
}
