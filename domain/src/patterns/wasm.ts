/** Bytes of WebAssembly code. Source of the numbers: WebAssembly Core Specification 2.0, chapter 5, Binary Format. */
export type Code = readonly number[];

/** A function of 32-bit integers that returns nothing. */
export interface WasmFunction {
  /** Number of parameters. They are the first locals. */
  readonly parameters: number;
  /** Number of further locals: first 32-bit integers, then vectors. */
  readonly integers: number;
  readonly vectors: number;
  readonly body: Code;
}

const integer = 0x7f;
const vector = 0x7b;
const empty = 0x40;

export const get = (local: number): Code => [0x20, ...unsigned(local)];
export const set = (local: number, value: Code): Code => [...value, 0x21, ...unsigned(local)];
export const constant = (value: number): Code => [0x41, ...signed(value)];

const binary =
  (code: number) =>
  (left: Code, right: Code): Code => [...left, ...right, code];
export const add = binary(0x6a);
export const subtract = binary(0x6b);
export const multiply = binary(0x6c);
export const and = binary(0x71);
export const or = binary(0x72);
export const xor = binary(0x73);
export const shiftLeft = binary(0x74);
export const shiftRightSigned = binary(0x75);
export const isEqual = binary(0x46);
export const isLess = binary(0x48);
export const isZero = (value: Code): Code => [...value, 0x45];
/** The number of trailing zero bits. */
export const countTrailingZeros = (value: Code): Code => [...value, 0x68];

export const load = (address: Code, offset = 0): Code => [...address, 0x28, 2, ...unsigned(offset)];
export const loadByte = (address: Code, offset = 0): Code => [...address, 0x2d, 0, ...unsigned(offset)];
export const store = (address: Code, value: Code, offset = 0): Code => [
  ...address,
  ...value,
  0x36,
  2,
  ...unsigned(offset),
];

const vectorCode = (code: number): Code => [0xfd, ...unsigned(code)];
export const loadVector = (address: Code, offset = 0): Code => [
  ...address,
  ...vectorCode(0),
  0,
  ...unsigned(offset),
];
export const storeVector = (address: Code, value: Code, offset = 0): Code => [
  ...address,
  ...value,
  ...vectorCode(11),
  0,
  ...unsigned(offset),
];
/** A vector with four copies of the number at an address. */
export const loadSplat = (address: Code, offset = 0): Code => [
  ...address,
  ...vectorCode(9),
  0,
  ...unsigned(offset),
];
const vectorBinary =
  (code: number) =>
  (left: Code, right: Code): Code => [...left, ...right, ...vectorCode(code)];
/** By 32-bit lane: all bits 1 if left <= right, else 0. */
export const isAtMostFloats = vectorBinary(0x45);
/** The lanes of both, narrowed to half their width. */
export const narrowTo16 = vectorBinary(0x85);
export const narrowTo8 = vectorBinary(0x65);
/** The highest bit of each of 16 bytes. */
export const bitsOfBytes = (value: Code): Code => [...value, ...vectorCode(0x64)];
/** Selects four of eight 32-bit lanes: 0 to 3 are those of the left, 4 to 7 those of the right. */
export const shuffle = (left: Code, right: Code, lanes: readonly number[]): Code => [
  ...left,
  ...right,
  ...vectorCode(13),
  ...lanes.flatMap((lane) => [4 * lane, 4 * lane + 1, 4 * lane + 2, 4 * lane + 3]),
];

/** A block. `leave(0)` in it jumps to its end, `leave(1)` to the end of the enclosing block. */
export const block = (...body: Code[]): Code => [0x02, empty, ...body.flat(), 0x0b];
/** A loop. `leave(0)` in it starts the next iteration. */
export const loop = (...body: Code[]): Code => [0x03, empty, ...body.flat(), 0x0b];
export const leave = (depth: number): Code => [0x0c, ...unsigned(depth)];
export const leaveIf = (condition: Code, depth: number): Code => [...condition, 0x0d, ...unsigned(depth)];
export const when = (condition: Code, ...body: Code[]): Code => [
  ...condition,
  0x04,
  empty,
  ...body.flat(),
  0x0b,
];

/** Assembles a module that exports functions and `memory`, initially of one page. */
export function assemble(functions: Readonly<Record<string, WasmFunction>>): Uint8Array<ArrayBuffer> {
  const all = Object.values(functions);
  const exported = Object.keys(functions).map((name, index) => [...text(name), 0, index]);
  return Uint8Array.of(
    ...[0, 0x61, 0x73, 0x6d, 1, 0, 0, 0],
    ...section(
      1,
      all.map(({ parameters }) => [0x60, ...list(new Array<Code>(parameters).fill([integer])), 0]),
    ),
    ...section(
      3,
      all.map((_, index) => [index]),
    ),
    ...section(5, [[0, 1]]),
    ...section(7, [...exported, [...text('memory'), 2, 0]]),
    ...section(10, all.map(encodeFunction)),
  );
}

function encodeFunction({ integers, vectors, body }: WasmFunction): Code {
  const locals = list([
    [...unsigned(integers), integer],
    [...unsigned(vectors), vector],
  ]);
  return sized([...locals, ...body, 0x0b]);
}

const section = (id: number, entries: readonly Code[]): Code => [id, ...sized(list(entries))];
const list = (entries: readonly Code[]): Code => [...unsigned(entries.length), ...entries.flat()];
const sized = (code: Code): Code => [...unsigned(code.length), ...code];
const text = (name: string): Code => sized([...name].map((letter) => letter.charCodeAt(0)));

/** Encodes an unsigned integer as LEB128. */
function unsigned(value: number): Code {
  return value < 0x80 ? [value] : [(value & 0x7f) | 0x80, ...unsigned(value >>> 7)];
}

function signed(value: number): Code {
  if (value >= -64 && value < 64) return [value & 0x7f];
  return [(value & 0x7f) | 0x80, ...signed(value >> 7)];
}
