import { z } from 'zod';

/** The completed steps of creating a record: one bit per step, and their share in percent. */
export const completion = z
  .object({ bits: z.number().int(), percent: z.number().int().min(0).max(100) })
  .meta({ id: 'Completion' });
export type Completion = z.infer<typeof completion>;
