import { z } from 'zod';

/** How the numbers, times and qualities of a file are read: form fields sent with it. */

const decimalSigns = ['.', ','] as const;
export type DecimalSign = (typeof decimalSigns)[number];

const decimalSign = z
  .enum(decimalSigns, 'Please give a point or a comma.')
  .optional()
  .describe('Decimal sign of the numbers; detected if omitted. Files that fit both signs are then rejected');

/** Form fields sent with a file of numbers. */
export const numberOptions = z.object({ decimalSign }).meta({ id: 'NumberOptions' });
export type NumberOptions = z.infer<typeof numberOptions>;

/** Form fields sent with a file of times and numbers. */
export const timeOptions = z.object({
  timeZone: z.string().max(60).default('UTC').describe('IANA time zone, used for times without a zone'),
  dateOrder: z
    .enum(['ymd', 'dmy', 'mdy'])
    .default('ymd')
    .describe('Order of year, month and day in dates such as 02/03/2024 and 2/3/24'),
  decimalSign,
});
