import { z } from 'zod';

/** Which steps of making a record are done: a bit each, and their share. */
export const completion = z
  .object({ bits: z.number().int(), percent: z.number().int().min(0).max(100) })
  .meta({ id: 'Completion' });
export type Completion = z.infer<typeof completion>;
