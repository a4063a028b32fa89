import { type RawBuilder, sql } from 'kysely';

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
