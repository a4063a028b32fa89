import { z } from 'zod';

/** A record's id: a positive whole number, given by the database. */
export const id = z.number().int().positive().max(2_147_483_647);

/** Counts the changes of a record: a change names the version that it was made on. */
export const version = z.number().int().positive().max(2_147_483_647);

/** An id in a path or a query string. */
export const idParameter = z
  .string()
  .regex(/^[1-9]\d{0,9}$/, 'Please enter an integer.')
  .transform(Number)
  .pipe(id);

export const idParams = z.object({ id: idParameter });

/** Ids in a query string: the parameter once, or repeated. */
export const idsParameter = z
  .union([idParameter.transform((one) => [one]), z.array(idParameter).min(1).max(500)], {
    error: 'Please give 1 to 500 ids, each an integer.',
  })
  .describe('Repeated');

/** Text of at most so many characters, without white space at its ends. */
export const text = (maximum: number) =>
  z
    .string()
    .trim()
    .max(maximum, {
      error: ({ input }) => `${String(input).length - maximum} characters over maximum length of ${maximum}.`,
    });

/** As `text`, and not empty. */
export const requiredText = (maximum: number) => text(maximum).min(1, 'Required.');

const earliest = Date.UTC(1970, 0, 1);
const latest = Date.UTC(2101, 0, 1) - 1;

/** A moment in epoch milliseconds, from 1970 to the end of 2100. */
export const epochMilliseconds = z
  .number()
  .int('Please give a time in whole milliseconds.')
  .min(earliest, 'Please give a time from 1970 to 2100.')
  .max(latest, 'Please give a time from 1970 to 2100.');

/** A moment as ISO 8601 with a zone; answers always use UTC. */
export const isoTime = z.iso.datetime({
  offset: true,
  error: 'Please give a time as ISO 8601 with a zone, as in 2014-02-07T14:55:00Z.',
});

/** A moment as ISO 8601 with a zone, or epoch milliseconds; read as epoch milliseconds. */
export const time = z.union(
  [epochMilliseconds, isoTime.transform((text) => Date.parse(text)).pipe(epochMilliseconds)],
  {
    error: 'Please give a time from 1970 to 2100, as ISO 8601 with a zone or in epoch milliseconds.',
  },
);

/** A moment in a query string, ISO 8601 or epoch milliseconds; read as epoch milliseconds. */
export const timeParameter = z
  .string()
  .transform((text) => (/^\d+$/.test(text) ? Number(text) : text))
  .pipe(time);

/** A length of time as ISO 8601, such as P30D or PT8H. */
export const isoDuration = z
  .string()
  .regex(
    /^P(?=\d|T\d)(\d+Y)?(\d+M)?(\d+W)?(\d+D)?(T(?=\d)(\d+H)?(\d+M)?(\d+(\.\d+)?S)?)?$/,
    'Please give a length of time as ISO 8601, as in P30D or PT8H.',
  );
