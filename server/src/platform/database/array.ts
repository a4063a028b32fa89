import { type RawBuilder, sql } from 'kysely';

type NumberType = 'int' | 'bigint' | 'smallint' | 'double precision';

/** For each type: its PostgreSQL oid, its size in bytes, and the limits of its integers. */
const types: Record<NumberType, { oid: number; size: number; least: number; most: number }> = {
  smallint: { oid: 21, size: 2, least: -(2 ** 15), most: 2 ** 15 - 1 },
  int: { oid: 23, size: 4, least: -(2 ** 31), most: 2 ** 31 - 1 },
  bigint: { oid: 20, size: 8, least: Number.MIN_SAFE_INTEGER, most: Number.MAX_SAFE_INTEGER },
  'double precision': { oid: 701, size: 8, least: Number.NEGATIVE_INFINITY, most: Number.POSITIVE_INFINITY },
};

const headerSize = 20;
/** Bytes of the length before each value. */
const lengthSize = 4;

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
  // The driver sends a buffer in binary form.
  const buffer = Buffer.allocUnsafe(headerSize + items.length * (lengthSize + size));
  const view = new DataView(buffer.buffer, buffer.byteOffset, buffer.length);
  let hasNulls = 0;
  let at = headerSize;
  for (let i = 0; i < items.length; i++) {
    const value = pick(items[i]!);
    if (Number.isNaN(value)) {
      hasNulls = 1;
      view.setInt32(at, -1);
      at += lengthSize;
      continue;
    }
    const isHeld = type === 'double precision' || Number.isInteger(value);
    if (!(isHeld && value >= least && value <= most)) throw new RangeError(`${value} is no ${type}`);
    view.setInt32(at, size);
    at += lengthSize;
    if (type === 'double precision') view.setFloat64(at, value);
    else if (type === 'int') view.setInt32(at, value);
    else if (type === 'smallint') view.setInt16(at, value);
    else {
      const high = Math.floor(value / 2 ** 32);
      view.setInt32(at, high);
      view.setUint32(at + 4, value - high * 2 ** 32);
    }
    at += size;
  }
  const dimensions = 1;
  const firstIndex = 1;
  for (const [index, field] of [dimensions, hasNulls, oid, items.length, firstIndex].entries()) {
    view.setInt32(4 * index, field);
  }
  return sql`${buffer.subarray(0, at)}::${sql.raw(type)}[]`;
}
