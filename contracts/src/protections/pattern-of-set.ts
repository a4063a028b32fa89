import { z } from 'zod';
import { id } from '../core/primitives.ts';

/** The name of the default pattern: what is like none of the others. */
export const noMatchName = 'No match';

/** A pattern of a pattern set. */
export const patternOfSet = z
  .object({
    id,
    name: z.string(),
    default: z.boolean().describe('Whether it is `No match`, which can neither be removed nor renamed'),
    color: z.string().describe('As in #1E88E5'),
  })
  .meta({ id: 'PatternOfSet' });
export type PatternOfSet = z.infer<typeof patternOfSet>;

/** The pattern set of a protection, in short. */
export const patternSetSummary = z
  .object({
    id: id.describe('Of the calls of indicator patterns'),
    patterns: z.array(patternOfSet).describe('The default pattern first'),
    modelVersion: z
      .number()
      .int()
      .nullable()
      .describe('The version in service; null before the first training'),
    isCurrent: z.boolean().describe('Whether the model in service was trained on what there is now'),
  })
  .meta({ id: 'PatternSetSummary' });
export type PatternSetSummary = z.infer<typeof patternSetSummary>;
