import { z } from 'zod';

/** The largest `integer` of PostgreSQL. */
export const largestInteger = 2_147_483_647;

/** The id of a record: a positive integer from the database. */
export const id = z.number().int().positive().max(largestInteger);

/** The optimistic-lock version of a record. A change sends the version that it is based on. */
export const version = z.number().int().positive().max(largestInteger);

/** An id in a path or a query string. */
export const idParameter = z
  .string()
  .regex(/^[1-9]\d{0,9}$/, 'Please enter an integer.')
  .transform(Number)
  .pipe(id);

/** The id of a command in a path. */
export const commandIdParameter = z.uuid('Please give the command’s id.');

export const idParams = z.object({ id: idParameter });

/** The connection that feeds a record. */
export const feedingConnection = {
  connectionId: id.nullable().describe('Id of the connection that feeds it; null if none'),
  connectionGroupId: id.nullable().describe('Id of the group of connections that feeds it; null if none'),
};

/** Ids in a query string: the parameter once, or repeated. */
export const idsParameter = z
  .union([idParameter.transform((one) => [one]), z.array(idParameter).min(1).max(500)], {
    error: 'Please give 1 to 500 ids, each an integer.',
  })
  .describe('Repeat the parameter for several ids');

/** Unicode code points: how JSON Schema and PostgreSQL count the characters of a text. */
function countCharacters(text: string): number {
  let count = 0;
  for (const _ of text) count += 1;
  return count;
}

const limited = (schema: z.ZodString, maximum: number) =>
  schema
    .refine((value) => countCharacters(value) <= maximum, {
      error: ({ input }) =>
        `${countCharacters(String(input)) - maximum} characters over maximum length of ${maximum}.`,
    })
    .meta({ maxLength: maximum });

/** Text with a maximum length; leading and trailing white space is kept. */
export const untrimmedText = (maximum: number) => limited(z.string(), maximum);

/** Text with a maximum length; leading and trailing white space is removed. */
export const text = (maximum: number) => limited(z.string().trim(), maximum);

/** Like `text`, but not empty. */
export const requiredText = (maximum: number) => text(maximum).min(1, 'Required.');

const unlessEmpty = (pattern: RegExp) => (value: string) => value === '' || pattern.test(value);

/** Something, an at sign, something; no white space or line break, which could end a mail header early. */
export const emailAddress = text(200).refine(
  unlessEmpty(/^[^\s@]+@[^\s@]+$/),
  'Please enter a valid e-mail address.',
);

/** A name that is used in URLs. */
export const identifier = (maximum: number) =>
  requiredText(maximum).refine(
    unlessEmpty(/^[A-Za-z0-9_-]+$/),
    'Please enter a valid identifier. Characters "A-Z", "0-9", "_", and "-" are allowed.',
  );

function isTimeZone(name: string): boolean {
  try {
    return Boolean(new Intl.DateTimeFormat('en', { timeZone: name }));
  } catch {
    return false;
  }
}

/** An IANA name. Offsets such as +01:00 are refused: ISO 8601 and POSIX give their signs opposite meanings. */
export const timeZone = z
  .string()
  .min(1, 'Required.')
  .refine((name) => name === '' || (/^[A-Za-z]/.test(name) && isTimeZone(name)), 'Please choose a time zone.')
  .meta({ description: 'IANA time zone, such as Europe/Berlin', examples: ['Europe/Berlin'] });

/** An http or https address, or nothing. @param example an address for the message */
export const webAddress = (maximum: number, example: string) =>
  text(maximum).refine(
    (value) => value === '' || (URL.canParse(value) && ['http:', 'https:'].includes(new URL(value).protocol)),
    `Please enter an address such as ${example}.`,
  );

const anInteger = 'Please enter an integer.';

/** The error of a value of the wrong type; a missing value keeps its own error. Only forms send NaN. */
export const typeError = (message: string, notANumber = message) => ({
  error: ({ input }: { input?: unknown }) => {
    if (input === undefined) return undefined;
    return Number.isNaN(input) ? notANumber : message;
  },
});

/** A number from minimum to maximum, inclusive. */
export function numberBetween(minimum: number, maximum: number) {
  const message = `Please enter a number between ${minimum} and ${maximum}.`;
  return z.number(typeError(message)).min(minimum, message).max(maximum, message);
}

/** An integer from minimum to maximum, inclusive. */
export function integerBetween(minimum: number, maximum: number) {
  const message = `Please enter a number between ${minimum} and ${maximum}.`;
  return z.number(typeError(message, anInteger)).int(anInteger).min(minimum, message).max(maximum, message);
}

/** An amount of money, in whole dollars. */
export const wholeDollars = z
  .number(typeError(anInteger))
  .int(anInteger)
  .min(0, 'Please enter a positive number.')
  .max(largestInteger, `Please enter a number between 0 and ${largestInteger}.`);

/** The times that points may have, in epoch milliseconds. */
export const earliestTime = Date.UTC(1970, 0, 1);
export const latestTime = Date.UTC(2101, 0, 1) - 1;

/** A moment in epoch milliseconds, from 1970 to the end of 2100. */
export const epochMilliseconds = z
  .number()
  .int('Please give a time in whole milliseconds.')
  .min(earliestTime, 'Please give a time from 1970 to 2100.')
  .max(latestTime, 'Please give a time from 1970 to 2100.')
  .meta({ examples: [Date.UTC(2024, 4, 1, 8)] });

/** A moment as ISO 8601 with a zone; responses always use UTC. */
export const isoTime = z.iso
  .datetime({
    offset: true,
    error: 'Please give a time as ISO 8601 with a zone, as in 2014-02-07T14:55:00Z.',
  })
  .meta({ examples: ['2024-05-01T08:00:00Z'] });

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
    'Please enter a duration in ISO 8601 format, for example P30D or PT8H.',
  )
  .meta({ examples: ['P30D', 'PT8H'] });
