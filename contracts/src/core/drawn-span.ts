import { z } from 'zod';
import { epochMilliseconds, timeParameter } from './primitives.ts';

/** A bar in a chart: one occurrence, or several that begin in the same column. */
export const drawnSpan = z
  .object({
    start: epochMilliseconds,
    end: epochMilliseconds,
    count: z.number().int().describe('Number of merged occurrences'),
  })
  .meta({ id: 'DrawnSpan' });
export type DrawnSpan = z.infer<typeof drawnSpan>;

/** The number of columns in which a range is drawn. */
export const columns = z
  .string()
  .regex(/^\d{1,4}$/, 'Please enter a number between 1 and 4000.')
  .transform(Number)
  .pipe(
    z
      .number()
      .int()
      .min(1, 'Please enter a number between 1 and 4000.')
      .max(4000, 'Please enter a number between 1 and 4000.'),
  )
  .default(1000);

/** The range to draw or count. */
export const range = { from: timeParameter, to: timeParameter };
