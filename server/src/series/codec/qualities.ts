import { Quality } from '../points.ts';
import { type ByteReader, type ByteWriter, CorruptChunkError } from './bytes.ts';

/** Code in addition to the three qualities: a bad point without a value. */
const badWithoutValue = 3;

/** Writes runs of equal quality, each as code and length. */
export function encodeQualities(qualities: Uint8Array, values: Float64Array, out: ByteWriter): void {
  const codeAt = (i: number) => (Number.isNaN(values[i]) ? badWithoutValue : qualities[i]!);
  let start = 0;
  while (start < qualities.length) {
    const code = codeAt(start);
    let end = start + 1;
    while (end < qualities.length && codeAt(end) === code) end++;
    out.byte(code);
    out.varint(end - start);
    start = end;
  }
}

/**
 * Reads `count` qualities into `qualities`, starting at `offset`, and clears the values of bad points without
 * a value.
 */
export function decodeQualities(
  input: ByteReader,
  qualities: Uint8Array,
  values: Float64Array,
  offset: number,
  count: number,
): void {
  let position = 0;
  while (position < count) {
    const code = input.byte();
    const length = input.varint();
    if (code > badWithoutValue || length < 1 || position + length > count)
      throw new CorruptChunkError(`the chunk has a run of ${length} points of quality ${code}`);
    const start = offset + position;
    qualities.fill(code === badWithoutValue ? Quality.bad : code, start, start + length);
    if (code === badWithoutValue) values.fill(Number.NaN, start, start + length);
    position += length;
  }
}
