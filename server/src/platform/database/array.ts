import { type RawBuilder, sql } from 'kysely';

type NumberType = 'int' | 'bigint' | 'smallint' | 'double precision';

/** For each type: its PostgreSQL oid, its size in bytes, and the limits of its integers. */
const types: Record<NumberType, { oid: number; size: number; least: number; most: number }> = {
  smallint: { oid: 21, size: 2, least: -(2 ** 15), most: 2 ** 15 - 1 },
  int: { oid: 23, size: 4, least: -(2 ** 31), most: 2 ** 31 - 1 },
  bigint: { oid: 20, size: 8, least: Number.MIN_SAFE_INTEGER, most: Number.MAX_SAFE_INTEGER },
  'double precision': { oid: 701, size: 8, least: Number.NEGATIVE_INFINITY, most: Number.POSITIVE_INFINITY },
};
const boolean = { oid: 16, size: 1 };
const text = { oid: 25 };

const headerSize = 20;
/** Bytes of the length before each value. */
const lengthSize = 4;
/** The length of a null. */
const nullLength = -1;

/**
 * Encodes a column of numbers as one array parameter in PostgreSQL's binary form (`array_recv`): several times faster
 * than text, also for the server. NaN stands for null.
 * @throws RangeError for a number outside the range of the type
 */
export function toArrayParameter<Item>(
  type: NumberType,
  items: ArrayLike<Item>,
  pick: (item: Item) => number,
): RawBuilder<unknown> {
  const { oid, size, least, most } = types[type];
  const array = new BinaryArray(oid, items.length, items.length * size);
  const { view } = array;
  for (let i = 0; i < items.length; i++) {
    const value = pick(items[i]!);
    if (Number.isNaN(value)) {
      array.pushNull();
      continue;
    }
    const isHeld = type === 'double precision' || Number.isInteger(value);
    if (!(isHeld && value >= least && value <= most)) throw new RangeError(`${value} is no ${type}`);
    const at = array.push(size);
    if (type === 'double precision') view.setFloat64(at, value);
    else if (type === 'int') view.setInt32(at, value);
    else if (type === 'smallint') view.setInt16(at, value);
    else {
      const high = Math.floor(value / 2 ** 32);
      view.setInt32(at, high);
      view.setUint32(at + 4, value - high * 2 ** 32);
    }
  }
  return array.toParameter(type);
}

/** Encodes a column of truth values like `toArrayParameter`. */
export function toBooleanArrayParameter<Item>(
  items: readonly Item[],
  pick: (item: Item) => boolean | null,
): RawBuilder<unknown> {
  const array = new BinaryArray(boolean.oid, items.length, items.length * boolean.size);
  for (const item of items) {
    const value = pick(item);
    if (value === null) array.pushNull();
    else array.view.setInt8(array.push(boolean.size), Number(value));
  }
  return array.toParameter('boolean');
}

/** Encodes a column of texts like `toArrayParameter`. */
export function toTextArrayParameter<Item>(
  items: readonly Item[],
  pick: (item: Item) => string | null,
): RawBuilder<unknown> {
  const values = items.map(pick);
  const size = values.reduce((sum, value) => sum + (value === null ? 0 : Buffer.byteLength(value)), 0);
  const array = new BinaryArray(text.oid, values.length, size);
  for (const value of values) {
    if (value === null) array.pushNull();
    else array.buffer.write(value, array.push(Buffer.byteLength(value)));
  }
  return array.toParameter('text');
}

/** An array of one dimension in PostgreSQL's binary form: a header, then the length and bytes of each value. */
class BinaryArray {
  readonly buffer: Buffer;
  readonly view: DataView;
  readonly #oid: number;
  readonly #count: number;
  #hasNulls = false;
  #at = headerSize;

  /** @param size the bytes of all values */
  constructor(oid: number, count: number, size: number) {
    this.buffer = Buffer.allocUnsafe(headerSize + count * lengthSize + size);
    this.view = new DataView(this.buffer.buffer, this.buffer.byteOffset, this.buffer.length);
    this.#oid = oid;
    this.#count = count;
  }

  pushNull(): void {
    this.#hasNulls = true;
    this.view.setInt32(this.#at, nullLength);
    this.#at += lengthSize;
  }

  /** Appends the length of a value. @returns the place of its bytes, which the caller writes */
  push(size: number): number {
    this.view.setInt32(this.#at, size);
    const place = this.#at + lengthSize;
    this.#at = place + size;
    return place;
  }

  /** The driver sends a buffer in binary form. */
  toParameter(type: string): RawBuilder<unknown> {
    const dimensions = 1;
    const firstIndex = 1;
    const header = [dimensions, Number(this.#hasNulls), this.#oid, this.#count, firstIndex];
    for (const [index, field] of header.entries()) this.view.setInt32(4 * index, field);
    return sql`${this.buffer.subarray(0, this.#at)}::${sql.raw(type)}[]`;
  }
}
