import { z } from 'zod';
import { returnsFile } from '../core/content-types.ts';
import { columns, drawnSpan } from '../core/drawn-span.ts';
import { paging } from '../core/list.ts';
import { timeParameter } from '../core/primitives.ts';
import { routeGroup } from '../core/route.ts';
import { excursionTally } from './excursion-span.ts';
import { protectionScore } from './protection-score.ts';
import { level } from './threshold.ts';

const defineRoute = routeGroup('Simulations');

/** Index of the logic: 0 for the saved one, 1 for the second one. */
const variant = z
  .enum(['0', '1'])
  .default('0')
  .transform((text) => (text === '0' ? 0 : 1));

export const simulatedExcursion = z
  .object({
    threshold: z.number().int().describe('Index of the threshold in its logic'),
    thresholdName: z.string(),
    level: level.nullable(),
    start: z.iso.datetime(),
    end: z.iso.datetime().nullable().describe('End; null while open'),
    change: z.enum(['gained', 'lost', 'moved']).nullable().describe('Change compared to the other logic'),
  })
  .meta({ id: 'SimulatedExcursion' });
export type SimulatedExcursion = z.infer<typeof simulatedExcursion>;

export const listSimulatedExcursions = defineRoute('GET /api/simulations/:id/excursions', {
  access: 'apps',
  summary: 'List the excursions of a simulation by time',
  query: paging.extend({
    variant,
    from: timeParameter.optional(),
    to: timeParameter.optional(),
    change: z.enum(['gained', 'lost', 'moved']).optional(),
  }),
  response: z.array(simulatedExcursion),
  paged: true,
});

/** An excursion; excursions that begin in the same column are merged. */
const simulationSpan = drawnSpan.extend({ threshold: z.number().int() });
export type SimulationSpan = z.infer<typeof simulationSpan>;

export const getSimulationSpans = defineRoute('GET /api/simulations/:id/spans', {
  access: 'apps',
  summary:
    'List the excursions of a simulation, merged for drawing: at most one span per threshold and column',
  query: z.object({ variant, from: timeParameter, to: timeParameter, columns }),
  response: z.array(simulationSpan),
});

const simulationTally = excursionTally
  .pick({ count: true, duration: true, isOpen: true })
  .extend({ threshold: z.number().int() });
export type SimulationTally = z.infer<typeof simulationTally>;

export const getSimulationTallies = defineRoute('GET /api/simulations/:id/tallies', {
  access: 'apps',
  summary:
    'Count the excursions of a simulation and sum their durations in a range, per threshold. Thresholds without excursions are left out',
  query: z.object({ variant, from: timeParameter, to: timeParameter }),
  response: z.array(simulationTally),
});

export const downloadSimulation = defineRoute('GET /api/simulations/:id/export', {
  access: 'apps',
  summary: 'Download the excursions of a simulation as csv',
  query: z.object({ variant }),
  ...returnsFile('csv'),
});

export const getSimulationScore = defineRoute('GET /api/simulations/:id/score', {
  access: 'apps',
  summary:
    'Get the score of a simulation: how well its excursions match the failures and marked ranges in its range',
  query: z.object({ variant }),
  response: protectionScore,
});
