import { z } from 'zod';
import { columns, drawnSpan, range } from '../core/drawn-span.ts';
import { id, idsParameter, timeParameter } from '../core/primitives.ts';
import { routeGroup } from '../core/route.ts';
import { level } from './threshold.ts';

const defineRoute = routeGroup('Protections');

/** Number and total duration of a threshold's excursions in a range. */
export const excursionTally = z
  .object({
    protectionId: id,
    thresholdId: id,
    isKept: z
      .boolean()
      .describe('Whether the threshold keeps its excursions; if false, they are only counted'),
    count: z.number().int(),
    duration: z
      .number()
      .describe(
        'Total duration within the range in milliseconds; an open excursion counts up to the last evaluation',
      ),
    isOpen: z.boolean(),
  })
  .meta({ id: 'ExcursionTally' });
export type ExcursionTally = z.infer<typeof excursionTally>;

export const thresholdSpans = z
  .object({
    protectionId: id,
    thresholdId: id,
    level: level.nullable(),
    spans: z.array(drawnSpan).describe('Spans by start time'),
  })
  .meta({ id: 'ThresholdSpans' });
export type ThresholdSpans = z.infer<typeof thresholdSpans>;

const protectionId = idsParameter
  .optional()
  .describe('Ids of protections to include; repeat the parameter for several');

export const getExcursionSpans = defineRoute('GET /api/twins/:id/excursions/spans', {
  access: 'apps',
  summary:
    'List the kept excursions of a twin, merged for drawing: at most one span per threshold and column',
  query: z.object({ ...range, columns, protectionId }),
  response: z.array(thresholdSpans),
});

export const getExcursionTallies = defineRoute('GET /api/twins/:id/excursions/tallies', {
  access: 'apps',
  summary:
    'Count the excursions and sum their durations in a range, per threshold of a twin. Thresholds without excursions are left out',
  query: z.object({ ...range, protectionId }),
  response: z.array(excursionTally),
});

/** A period at one level; periods that begin in the same column are merged. */
export const levelSpan = drawnSpan.extend({ level }).meta({ id: 'LevelSpan' });
export type LevelSpan = z.infer<typeof levelSpan>;

export const getLevelSpans = defineRoute('GET /api/indicators/:id/levels/spans', {
  access: 'apps',
  summary:
    'List the levels over a range, merged for drawing. Ordered by level, lowest first, so that the highest is drawn on top',
  query: z.object({
    ...range,
    until: timeParameter.optional().describe('Time up to which the last level applies; now by default'),
    columns,
  }),
  response: z.array(levelSpan),
});
