import { crc32, deflateRawSync, inflateRawSync } from 'node:zlib';
import { latestTime, type Points } from '../points.ts';
import { ByteReader, ByteWriter, CorruptChunkError } from './bytes.ts';
import { decodeQualities, encodeQualities } from './qualities.ts';
import { decodeTimes, encodeTimes } from './times.ts';
import {
  chooseScale,
  decodeValues,
  encodeConstant,
  encodeDecimal,
  encodePlanes,
  isConstant,
} from './values.ts';

/*
 * Chunk format: version, CRC-32 of the rest (4 bytes, little-endian), flags, the number of points as a
 * varint, then the body: times, values and, unless all are good, qualities. The body is deflated where that
 * pays.
 */
export const chunkFormat = 1;
const flags = { deflated: 1, qualities: 2 } as const;
const headerLength = 5;

/** Maximum number of points per chunk; bounds what a reader allocates. */
const largestChunk = 65_536;

/** Inflating costs time on every read, so deflating must save at least an eighth. */
const worthwhile = 7 / 8;
/** The window need not exceed the usual size of a body; a small one is allocated faster. */
const deflateOptions = { level: 6, windowBits: 13, memLevel: 6, chunkSize: 4096 };
/** Bytes: eight each for a point's time and value, up to twelve for an exception, and a reserve. */
const largestBodyPerPoint = 32;
/** Byte planes are tried as well above this share of values that are not short decimals. */
const manyExceptions = 0.1;

const body = new ByteWriter();
const frame = new ByteWriter();

/** Columns that decoded points are written into; all three have the same length. */
interface DecodeTarget {
  times: Float64Array;
  values: Float64Array;
  /** Zero where nothing was written. */
  qualities: Uint8Array;
}

/** Encodes 1 to `largestChunk` points. */
export function encodeChunk(points: Points): Buffer {
  const count = points.times.length;
  if (count < 1 || count > largestChunk) throw new RangeError(`a chunk cannot hold ${count} points`);
  const values = points.qualities ? fillMissing(points.values) : points.values;
  if (isConstant(values)) return seal(points, () => encodeConstant(values, body));
  const { power, exceptions } = chooseScale(values);
  const planes = () => encodePlanes(values, body);
  if (exceptions > 0.5) return seal(points, planes);
  let actualExceptions = 0;
  const decimal = seal(points, () => {
    actualExceptions = encodeDecimal(values, power, body);
  });
  if (actualExceptions <= count * manyExceptions) return decimal;
  const other = seal(points, planes);
  return other.length < decimal.length ? other : decimal;
}

/** A missing value repeats the previous value, which costs least. */
function fillMissing(values: Float64Array): Float64Array {
  const filled = values.slice();
  let previous = filled.find((value) => !Number.isNaN(value)) ?? 0;
  for (let i = 0; i < filled.length; i++) {
    if (Number.isNaN(filled[i])) filled[i] = previous;
    else previous = filled[i]!;
  }
  return filled;
}

function seal(points: Points, writeValues: () => void): Buffer {
  body.reset();
  encodeTimes(points.times, body);
  writeValues();
  if (points.qualities) encodeQualities(points.qualities, points.values, body);
  const deflated = deflateRawSync(body.written, deflateOptions);
  const smaller = deflated.length < body.written.length * worthwhile;
  frame.reset();
  frame.byte((smaller ? flags.deflated : 0) | (points.qualities ? flags.qualities : 0));
  frame.varint(points.times.length);
  frame.bytes(smaller ? deflated : body.written);
  const chunk = Buffer.allocUnsafe(headerLength + frame.written.length);
  chunk[0] = chunkFormat;
  chunk.writeUInt32LE(crc32(frame.written), 1);
  chunk.set(frame.written, headerLength);
  return chunk;
}

/**
 * Decodes a chunk's points into `target`, starting at `offset`. Returns their number.
 *
 * @throws CorruptChunkError when the bytes are not a valid chunk, or the target is too short
 */
export function decodeChunkInto(chunk: Uint8Array, target: DecodeTarget, offset: number): number {
  if (chunk[0] !== chunkFormat) throw new CorruptChunkError(`the chunk is of the unknown format ${chunk[0]}`);
  const contents = chunk.subarray(headerLength);
  const expected = new DataView(chunk.buffer, chunk.byteOffset, chunk.byteLength);
  if (chunk.length <= headerLength || crc32(contents) !== expected.getUint32(1, true))
    throw new CorruptChunkError('the chunk does not match its checksum');
  const header = new ByteReader(contents);
  const flag = header.byte();
  const count = header.varint();
  if (count < 1 || count > largestChunk || offset + count > target.times.length)
    throw new CorruptChunkError(`the chunk says that it holds ${count} points`);
  const stored = contents.subarray(header.position);
  const input = new ByteReader(flag & flags.deflated ? inflate(stored, count) : stored);
  decodeTimes(input, target.times, offset, count);
  decodeValues(input, target.values, offset, count);
  if (flag & flags.qualities) decodeQualities(input, target.qualities, target.values, offset, count);
  input.finish();
  if (!(target.times[offset + count - 1]! <= latestTime))
    throw new CorruptChunkError('the chunk holds times past 2100');
  return count;
}

function inflate(stored: Uint8Array, count: number): Buffer {
  try {
    return inflateRawSync(stored, { maxOutputLength: count * largestBodyPerPoint + 64 });
  } catch (error) {
    throw new CorruptChunkError('the chunk cannot be inflated', { cause: error });
  }
}

/** Allocates columns for `count` points. */
export function createTarget(count: number): DecodeTarget {
  return {
    times: new Float64Array(count),
    values: new Float64Array(count),
    qualities: new Uint8Array(count),
  };
}

/** Decodes a chunk that holds `count` points. */
export function decodeChunk(chunk: Uint8Array, count: number): Points {
  const target = createTarget(count);
  if (decodeChunkInto(chunk, target, 0) !== count)
    throw new CorruptChunkError(`the chunk does not hold ${count} points`);
  return finishTarget(target);
}

/** Returns the target's columns as points, without qualities when all are good. */
export function finishTarget({ times, values, qualities }: DecodeTarget): Points {
  return { times, values, qualities: isAllGood(qualities) ? null : qualities };
}

/** A loop, since `every`, with a call for each point, takes as long as decoding. */
function isAllGood(qualities: Uint8Array): boolean {
  for (let i = 0; i < qualities.length; i++) if (qualities[i] !== 0) return false;
  return true;
}
