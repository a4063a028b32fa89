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
