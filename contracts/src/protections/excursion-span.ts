import { z } from 'zod';
import { columns, drawnSpan, range } from '../core/drawn-span.ts';
import { id, idParams, idsParameter, timeParameter } from '../core/primitives.ts';
import { defineRoute } from '../core/route.ts';
import { level } from './threshold.ts';

/** How many excursions of a threshold overlap a range, and how long they last in it. */
export const excursionTally = z
  .object({
    protectionId: id,
    thresholdId: id,
    isKept: z.boolean().describe('False for a threshold that keeps no record: it is counted alone'),
    count: z.number().int(),
    duration: z
      .number()
      .describe('Milliseconds within the range; an open excursion lasts until the last evaluation'),
    isOpen: z.boolean(),
  })
  .meta({ id: 'ExcursionTally' });
export type ExcursionTally = z.infer<typeof excursionTally>;

export const thresholdSpans = z
  .object({
    protectionId: id,
    thresholdId: id,
    level: level.nullable(),
    spans: z.array(drawnSpan).describe('By start'),
  })
  .meta({ id: 'ThresholdSpans' });
export type ThresholdSpans = z.infer<typeof thresholdSpans>;

const protectionId = idsParameter.optional().describe('Only of these protections; repeated');

export const getExcursionSpans = defineRoute({
  method: 'GET',
  path: '/api/twins/:id/excursions/spans',
  access: 'apps',
  tag: 'Protections',
  summary:
    'The excursions of a twin that are kept, as they are drawn in so many columns: at most one span a threshold and column',
  params: idParams,
  query: z.object({ ...range, columns, protectionId }),
  response: z.array(thresholdSpans),
});

export const getExcursionTallies = defineRoute({
  method: 'GET',
  path: '/api/twins/:id/excursions/tallies',
  access: 'apps',
  tag: 'Protections',
  summary:
    'How many excursions each threshold of a twin has in a range and how long they last in it; thresholds without any are left out',
  params: idParams,
  query: z.object({ ...range, protectionId }),
  response: z.array(excursionTally),
});

/** Time at one level, or several times at it that begin in the same column. */
export const levelSpan = drawnSpan.extend({ level }).meta({ id: 'LevelSpan' });
export type LevelSpan = z.infer<typeof levelSpan>;

export const getLevelSpans = defineRoute({
  method: 'GET',
  path: '/api/indicators/:id/levels/spans',
  access: 'apps',
  tag: 'Protections',
  summary:
    'The level over a range as it is drawn in so many columns, lowest level first: drawn in this order, the highest level of a column is seen',
  params: idParams,
  query: z.object({
    ...range,
    until: timeParameter.optional().describe('The last level is taken to hold until then; now unless given'),
    columns,
  }),
  response: z.array(levelSpan),
});
