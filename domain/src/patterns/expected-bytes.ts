import { Reader, UnreadableModel, Writer } from './bytes.ts';
import type { ExpectedValues } from './expected.ts';

/** The first byte of serialised expected values. */
const formatVersion = 1;

/** Serialises expected values. Equal values give equal bytes. */
export function serializeExpected({ centers, scales, weights, low, high }: ExpectedValues): Uint8Array {
  const writer = new Writer();
  writer.byte(formatVersion);
  writer.short(centers.length);
  for (const part of [centers, scales, weights, low, high]) for (const value of part) writer.double(value);
  return writer.bytes();
}

/** @throws UnreadableModel */
export function deserializeExpected(bytes: Uint8Array): ExpectedValues {
  const reader = new Reader(bytes);
  const version = reader.byte();
  if (version !== formatVersion) {
    throw new UnreadableModel(
      `The expected values have format ${version}; this program reads ${formatVersion}.`,
    );
  }
  const inputs = reader.short();
  const read = (length: number) => Float64Array.from({ length }, () => reader.double());
  const centers = read(inputs);
  const scales = read(inputs);
  const weights = read(inputs * inputs);
  const low = read(inputs);
  const high = read(inputs);
  if (!reader.isAtEnd) throw new UnreadableModel('The expected values are damaged.');
  return { centers, scales, weights, low, high };
}
