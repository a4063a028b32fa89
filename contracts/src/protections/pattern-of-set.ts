import { z } from 'zod';
import { id } from '../core/primitives.ts';

/** Name of the default pattern, the answer if no other pattern matches. */
export const noMatchName = 'No match';

/** A pattern of a pattern set. */
export const patternOfSet = z
  .object({
    id,
    name: z.string(),
    default: z
      .boolean()
      .describe('Whether it is the default pattern `No match`, which can’t be removed or renamed'),
    color: z.string().describe('Color such as #1E88E5'),
  })
  .meta({ id: 'PatternOfSet' });
export type PatternOfSet = z.infer<typeof patternOfSet>;

/** A summary of the pattern set of a protection. */
export const patternSetSummary = z
  .object({
    id: id.describe('Id of the set, for the calls under `/api/indicator-patterns`'),
    patterns: z.array(patternOfSet).describe('Patterns, the default pattern first'),
    modelVersion: z
      .number()
      .int()
      .nullable()
      .describe('Version of the model in service; null before the first training'),
    isCurrent: z
      .boolean()
      .describe(
        'Whether the model in service was trained on the current inputs, patterns, ranges and settings',
      ),
  })
  .meta({ id: 'PatternSetSummary' });
export type PatternSetSummary = z.infer<typeof patternSetSummary>;
