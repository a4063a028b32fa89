import { type RawBuilder, sql } from 'kysely';

export const milliseconds = (length: number): RawBuilder<unknown> =>
  sql`${`${length} milliseconds`}::interval`;

/**
 * SQL for the start of the bin that contains a time, with bins of equal width from an origin. Faster than dividing
 * `extract(epoch from ...)`, which is numeric.
 * @param width milliseconds; PostgreSQL rounds it to whole microseconds
 */
export const dateBin = (time: RawBuilder<unknown>, width: number, origin: Date): RawBuilder<Date> =>
  sql<Date>`date_bin(${milliseconds(width)}, ${time}, ${origin}::timestamptz)`;

/** Returns the number of a bin, from 0, by its start. */
export const binNumber = (start: Date, width: number, origin: Date): number =>
  Math.round((start.getTime() - origin.getTime()) / width);
