import { type ByteReader, type ByteWriter, CorruptChunkError } from './bytes.ts';

/*
 * Three lossless encodings of a chunk's values:
 *   constant   one float64 for all
 *   decimal    measured values are short decimals: each is an integer over a power of ten, and successive
 *              integers are close together. Values that are not such decimals are stored separately, as
 *              float64. (Idea: ALP, Afroozeh et al., 'ALP: Adaptive Lossless floating-Point Compression',
 *              SIGMOD 2024.)
 *   planes     full-precision noise: the eight bytes of the values in eight planes, so that deflate finds
 *              the common signs and exponents
 */
const kinds = { constant: 0, decimal: 1, planes: 2 } as const;

/** Twice the difference of two such integers must be exact. */
const largestInteger = 2 ** 51;
const largestPower = 15;
const sampleSize = 64;

const powersOfTen = Array.from({ length: largestPower + 1 }, (_, power) => 10 ** power);

/** Whether all values are equal; -0 differs from 0. */
export function isConstant(values: Float64Array): boolean {
  const first = values[0] ?? 0;
  for (let i = 1; i < values.length; i++) if (!Object.is(values[i], first)) return false;
  return true;
}

export function encodeConstant(values: Float64Array, out: ByteWriter): void {
  out.byte(kinds.constant);
  out.float64(values[0] ?? 0);
}

export function encodePlanes(values: Float64Array, out: ByteWriter): void {
  out.byte(kinds.planes);
  const bytes = new Uint8Array(values.buffer, values.byteOffset, values.byteLength);
  const planes = new Uint8Array(bytes.length);
  const count = values.length;
  for (let plane = 0; plane < 8; plane++)
    for (let i = 0; i < count; i++) planes[plane * count + i] = bytes[i * 8 + plane]!;
  out.bytes(planes);
}

/** Writes the values as integers over 10^power. Returns the number of exceptions. */
export function encodeDecimal(values: Float64Array, power: number, out: ByteWriter): number {
  const scale = powersOfTen[power]!;
  const exceptions: number[] = [];
  let previous = 0;
  out.byte(kinds.decimal);
  out.byte(power);
  for (let i = 0; i < values.length; i++) {
    const value = values[i]!;
    const integer = Math.round(value * scale);
    if (isExact(value, integer, scale)) {
      out.signedVarint(integer - previous);
      previous = integer;
    } else {
      out.byte(0);
      exceptions.push(i);
    }
  }
  out.varint(exceptions.length);
  let position = 0;
  for (const index of exceptions) {
    out.varint(index - position);
    position = index;
  }
  for (const index of exceptions) out.float64(values[index]!);
  return exceptions.length;
}

function isExact(value: number, integer: number, scale: number): boolean {
  return integer / scale === value && Math.abs(integer) <= largestInteger && (integer !== 0 || 1 / value > 0);
}

/**
 * Chooses the power of ten with which a sample of the values takes the fewest bytes, and returns it with the share of
 * exceptions in the sample.
 */
export function chooseScale(values: Float64Array): { power: number; exceptions: number } {
  const stride = Math.max(1, Math.floor(values.length / sampleSize));
  const exactFrom = new Array<number>(largestPower + 2).fill(0);
  let sampled = 0;
  let distance = 0;
  let distances = 0;
  for (let i = 0; i < values.length; i += stride) {
    const value = values[i]!;
    let power = 0;
    while (
      power <= largestPower &&
      !isExact(value, Math.round(value * powersOfTen[power]!), powersOfTen[power]!)
    )
      power++;
    exactFrom[power]!++;
    sampled++;
    if (i > 0) {
      distance += Math.abs(value - values[i - 1]!);
      distances++;
    }
  }
  const typicalDistance = distances > 0 ? distance / distances : Math.abs(values[0] ?? 0);
  let best = { power: 0, exceptions: 1 };
  let bestCost = Number.POSITIVE_INFINITY;
  let exact = 0;
  for (let power = 0; power <= largestPower; power++) {
    exact += exactFrom[power]!;
    const bits = 1 + Math.log2(1 + typicalDistance * powersOfTen[power]!);
    const exceptions = sampled - exact;
    const cost = exact * Math.max(1, bits / 7) + exceptions * 10;
    if (cost < bestCost) {
      bestCost = cost;
      best = { power, exceptions: exceptions / Math.max(1, sampled) };
    }
  }
  return best;
}

/** Reads `count` values into `values`, starting at `offset`. */
export function decodeValues(input: ByteReader, values: Float64Array, offset: number, count: number): void {
  const kind = input.byte();
  if (kind === kinds.constant) values.fill(input.float64(), offset, offset + count);
  else if (kind === kinds.decimal) decodeDecimal(input, values, offset, count);
  else if (kind === kinds.planes) decodePlanes(input, values, offset, count);
  else throw new CorruptChunkError(`the chunk's values are of the unknown kind ${kind}`);
}

function decodeDecimal(input: ByteReader, values: Float64Array, offset: number, count: number): void {
  const scale = powersOfTen[input.byte()];
  if (scale === undefined) throw new CorruptChunkError('the chunk has an unknown power of ten');
  const { bytes } = input;
  let integer = 0;
  for (let i = offset; i < offset + count; i++) {
    const byte = bytes[input.position]!;
    const next = bytes[input.position + 1]!;
    // Most steps take one or two bytes. Long reads spend most of their time in this loop.
    if (byte < 128) {
      input.position++;
      integer += (byte >>> 1) ^ -(byte & 1);
    } else if (next < 128) {
      input.position += 2;
      integer += (((byte & 127) | (next << 7)) >>> 1) ^ -(byte & 1);
    } else {
      integer += input.signedVarint();
    }
    values[i] = integer / scale;
  }
  const exceptions = input.varint();
  if (exceptions > count) throw new CorruptChunkError('the chunk has more exceptions than points');
  const positions = new Uint32Array(exceptions);
  let position = 0;
  for (let i = 0; i < exceptions; i++) {
    position += input.varint();
    if (position >= count) throw new CorruptChunkError('the chunk has an exception past its last point');
    positions[i] = position;
  }
  for (const at of positions) values[offset + at] = input.float64();
}

function decodePlanes(input: ByteReader, values: Float64Array, offset: number, count: number): void {
  const source = input.bytes;
  const start = input.position;
  input.position += count * 8;
  if (input.position > source.length) throw new CorruptChunkError('the chunk ends within its values');
  const bytes = new Uint8Array(values.buffer, values.byteOffset + offset * 8, count * 8);
  for (let plane = 0; plane < 8; plane++) {
    const from = start + plane * count;
    for (let i = 0; i < count; i++) bytes[i * 8 + plane] = source[from + i]!;
  }
}
