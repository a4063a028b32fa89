import { z } from 'zod';
import { contentTypes } from '../core/content-types.ts';
import { columns, drawnSpan } from '../core/drawn-span.ts';
import { paging } from '../core/list.ts';
import { idParams, timeParameter } from '../core/primitives.ts';
import { defineRoute } from '../core/route.ts';
import { excursionTally } from './excursion-span.ts';
import { protectionScore } from './protection-score.ts';
import { level } from './threshold.ts';

const tag = 'Simulations';

/** Which of the logics: 0 the saved one, 1 the second. */
const variant = z
  .enum(['0', '1'])
  .default('0')
  .transform((text) => (text === '0' ? 0 : 1));

export const simulatedExcursion = z
  .object({
    threshold: z.number().int().describe('Index into the thresholds of its logic'),
    thresholdName: z.string(),
    level: level.nullable(),
    start: z.iso.datetime(),
    end: z.iso.datetime().nullable().describe('Null while open'),
    change: z.enum(['gained', 'lost', 'moved']).nullable().describe('Against the other logic'),
  })
  .meta({ id: 'SimulatedExcursion' });
export type SimulatedExcursion = z.infer<typeof simulatedExcursion>;

export const listSimulatedExcursions = defineRoute({
  method: 'GET',
  path: '/api/simulations/:id/excursions',
  access: 'apps',
  tag,
  summary: 'The excursions of a simulation by time, in pages',
  params: idParams,
  query: paging.extend({
    variant,
    from: timeParameter.optional(),
    to: timeParameter.optional(),
    change: z.enum(['gained', 'lost', 'moved']).optional(),
  }),
  response: z.array(simulatedExcursion),
  paged: true,
});

/** One excursion as it is drawn, or several that begin in the same column. */
export const simulationSpan = drawnSpan.extend({ threshold: z.number().int() });
export type SimulationSpan = z.infer<typeof simulationSpan>;

export const getSimulationSpans = defineRoute({
  method: 'GET',
  path: '/api/simulations/:id/spans',
  access: 'apps',
  tag,
  summary:
    'The excursions of a simulation as they are drawn in so many columns: at most one span a threshold and column',
  params: idParams,
  query: z.object({ variant, from: timeParameter, to: timeParameter, columns }),
  response: z.array(simulationSpan),
});

export const simulationTally = excursionTally
  .pick({ count: true, duration: true, isOpen: true })
  .extend({ threshold: z.number().int() });
export type SimulationTally = z.infer<typeof simulationTally>;

export const getSimulationTallies = defineRoute({
  method: 'GET',
  path: '/api/simulations/:id/tallies',
  access: 'apps',
  tag,
  summary:
    'How many excursions of a simulation each threshold has in a range and how long they last in it; thresholds without any are left out',
  params: idParams,
  query: z.object({ variant, from: timeParameter, to: timeParameter }),
  response: z.array(simulationTally),
});

export const downloadSimulation = defineRoute({
  method: 'GET',
  path: '/api/simulations/:id/export',
  access: 'apps',
  tag,
  summary: 'The excursions of a simulation as comma-separated values',
  params: idParams,
  query: z.object({ variant }),
  response: 'file',
  contentTypes: [contentTypes.csv],
});

export const getSimulationScore = defineRoute({
  method: 'GET',
  path: '/api/simulations/:id/score',
  access: 'apps',
  tag,
  summary: 'How a simulation’s excursions stand against the failures and marked ranges within it',
  params: idParams,
  query: z.object({ variant }),
  response: protectionScore,
});
