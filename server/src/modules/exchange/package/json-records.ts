import { AppError } from '../../../platform/errors.ts';

const space = new Set([0x20, 0x09, 0x0a, 0x0d]);
const [quote, backslash, comma] = [0x22, 0x5c, 0x2c];
const opening = new Set([0x5b, 0x7b]);
const closing = new Set([0x5d, 0x7d]);
const [openArray, closeArray] = [0x5b, 0x5d];

/**
 * Yields the elements of a JSON array as bytes, with only one in memory. Looks only at brackets, commas and texts: an
 * invalid element fails when it is parsed.
 * @param maximum bytes of one element
 * @throws AppError `invalid-file` if the file is not an array, is truncated, or continues after it
 */
export async function* splitArray(bytes: AsyncIterable<Uint8Array>, maximum: number): AsyncGenerator<Buffer> {
  let state: 'before' | 'within' | 'after' = 'before';
  let depth = 0;
  let inText = false;
  let isEscaped = false;
  /** Whether a comma was read, after which an element must follow. */
  let isAwaited = false;
  let parts: Uint8Array[] = [];
  let size = 0;
  const flush = (): Buffer => {
    const element = Buffer.concat(parts);
    parts = [];
    size = 0;
    return element;
  };
  for await (const piece of bytes) {
    /** Where the current element begins in this piece. */
    let start = size > 0 || depth > 0 || inText ? 0 : -1;
    const append = (end: number) => {
      if (start < 0 || end <= start) return;
      size += end - start;
      if (size > maximum) throw new AppError('invalid-file', `A record is larger than ${maximum} bytes.`);
      parts.push(piece.subarray(start, end));
    };
    for (let at = 0; at < piece.length; at++) {
      const byte = piece[at]!;
      if (inText) {
        if (isEscaped) isEscaped = false;
        else if (byte === backslash) isEscaped = true;
        else if (byte === quote) inText = false;
        continue;
      }
      if (state === 'before') {
        if (space.has(byte)) continue;
        if (byte !== openArray) throw new AppError('invalid-file', 'It is not an array of records.');
        state = 'within';
        continue;
      }
      if (state === 'after') {
        if (!space.has(byte))
          throw new AppError('invalid-file', 'It has content after the array of records.');
        continue;
      }
      if (depth === 0 && (byte === comma || byte === closeArray)) {
        append(at);
        start = -1;
        if (size > 0) yield flush();
        else if (byte === comma || isAwaited)
          throw new AppError('invalid-file', 'A record is missing between two commas.');
        isAwaited = byte === comma;
        if (byte === closeArray) state = 'after';
        continue;
      }
      if (start < 0) {
        if (size === 0 && space.has(byte)) continue;
        start = at;
      }
      if (byte === quote) inText = true;
      else if (opening.has(byte)) depth++;
      else if (closing.has(byte)) depth--;
    }
    append(piece.length);
  }
  if (state !== 'after') throw new AppError('invalid-file', 'The file is incomplete.');
}
