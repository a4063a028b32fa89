import { type RawBuilder, sql } from 'kysely';

/**
 * A column of numbers as one array parameter: several times faster than the driver's own conversion. NaN
 * stands for null.
 */
export function arrayOf<Item>(
  type: 'int' | 'bigint' | 'smallint' | 'double precision',
  items: ArrayLike<Item>,
  pick: (item: Item) => number,
): RawBuilder<unknown> {
  const texts = new Array<string | number>(items.length);
  for (let i = 0; i < items.length; i++) {
    const value = pick(items[i]!);
    texts[i] = Number.isNaN(value) ? 'NULL' : Object.is(value, -0) ? '-0' : value;
  }
  return sql`${`{${texts.join(',')}}`}::${sql.raw(type)}[]`;
}

/** Byte strings as an array with one parameter each, sent without conversion. */
export function bytesArray(values: readonly Uint8Array[]): RawBuilder<unknown> {
  return sql`array[${sql.join(values)}]::bytea[]`;
}

/** Groups rows by tag, keeping their order. */
export function groupByTag<Row extends { tagId: number }>(rows: readonly Row[]): Map<number, Row[]> {
  const groups = new Map<number, Row[]>();
  for (const row of rows) {
    const group = groups.get(row.tagId);
    if (group) group.push(row);
    else groups.set(row.tagId, [row]);
  }
  return groups;
}

/** SQL condition: the value of the existing row differs from the written one; -0 differs from 0. */
export function isOtherValue(row: string): RawBuilder<unknown> {
  return sql`float8send(${sql.ref(`${row}.value`)}) is distinct from float8send(excluded.value)`;
}
