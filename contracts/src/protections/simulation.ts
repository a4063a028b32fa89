import { z } from 'zod';
import { id, idParams, time } from '../core/primitives.ts';
import { defineRoute } from '../core/route.ts';
import { protection } from './protection.ts';
import { level, thresholdChange, thresholdChanges } from './threshold.ts';

/** The states of a simulation. While it runs, answers append its progress: 'processing - 40%'. */
export const simulationStatuses = [
  'queued',
  'initializing',
  'processing',
  'finalizing',
  'done',
  'error',
] as const;
export type SimulationStatus = (typeof simulationStatuses)[number];

export const simulationItemTypes = ['threshold', 'excursion', 'pattern', 'tag', 'interval'] as const;

/** One line of a simulation's results. */
export const simulationItem = z
  .object({
    id: z.string(),
    type: z
      .enum(simulationItemTypes)
      .describe(
        'A threshold with a level, one without (which only logs or acts), a pattern, the points of an input, or the times in which an input was stale',
      ),
    count: z.number().int().describe('Excursions, points, or stale stretches, that overlap the range'),
    duration: z.number().describe('Milliseconds within the range'),
    isOpen: z.boolean().describe('Whether the last one lasts at the end'),
    notifyCount: z.number().int().describe('Notifications that would have been sent'),
    advisoryCount: z.number().int().describe('Advisories that would have been made or added to'),
    excursionCount: z.number().int().describe('Excursions that are kept for the record'),
    name: z.string(),
    level: level.nullable(),
    logic: z.string().nullable(),
    color: z.string().nullable(),
  })
  .meta({ id: 'SimulationItem' });
export type SimulationItem = z.infer<typeof simulationItem>;

/** How the excursions of one threshold differ between two logics. */
export const thresholdComparison = z
  .object({
    name: z.string(),
    first: z
      .number()
      .int()
      .nullable()
      .describe('Index into the first logic’s thresholds; null for a new one'),
    second: z.number().int().nullable().describe('Index into the second’s; null for one that is gone'),
    gained: z.number().int().describe('Excursions of the second that overlap none of the first'),
    lost: z.number().int().describe('Excursions of the first that overlap none of the second'),
    moved: z
      .number()
      .int()
      .describe('Excursions of the second that overlap one of the first, but begin or end at another time'),
    same: z.number().int(),
  })
  .meta({ id: 'ThresholdComparison' });
export type ThresholdComparison = z.infer<typeof thresholdComparison>;

/** The results of a second logic on the same points. */
export const simulationComparison = z
  .object({
    results: z.array(simulationItem),
    thresholds: z.array(thresholdComparison),
    indicatorLevel: level.nullable(),
    logic: z
      .object({ thresholds: z.array(thresholdChange), defaultLevel: level })
      .describe('As it was given, so that it can be saved or tried further'),
  })
  .meta({ id: 'SimulationComparison' });
export type SimulatedLogic = z.infer<typeof simulationComparison>['logic'];

/** A simulation with its results. */
export const simulation = z
  .object({
    id,
    commandId: z.uuid().nullable(),
    time: z.iso.datetime().describe('When it was asked for'),
    simulationCompletion: z.number().int().min(0).max(100).describe('Percent'),
    jobStatus: z.string().describe('A status, with how far it is: `processing - 40%`'),
    jobStatusDate: z.iso.datetime(),
    startTime: z.iso.datetime().describe('Of the range, inclusive'),
    endTime: z.iso.datetime().describe('Of the range, exclusive'),
    indicatorId: id,
    indicatorName: z.string(),
    twinId: id,
    twinName: z.string(),
    userId: id.nullable(),
    stats: z
      .object({
        points: z.number().int(),
        evaluations: z.number().int(),
        excursions: z.number().int(),
        milliseconds: z.number().int().describe('That it took'),
        readingMilliseconds: z.number().int().describe('Of these, for reading points'),
      })
      .nullable(),
    log: z.array(z.string()),
    stale: z.boolean().describe('The protection was changed after it was asked for'),
    tracking: z
      .object({
        results: z.array(simulationItem),
        indicatorLatest: z.array(
          z.object({ alias: z.string(), time: z.iso.datetime(), value: z.number().nullable() }),
        ),
        indicatorTracking: z.object({
          patternId: id.nullable(),
          thresholds: z.array(z.object({ name: z.string(), isOpen: z.boolean() })),
          drivingThresholdName: z.string().nullable(),
        }),
        indicatorLevel: level.nullable(),
      })
      .nullable()
      .describe('Null until it is done'),
    comparison: simulationComparison.nullable().describe('Where a second logic was given'),
  })
  .meta({ id: 'Simulation' });
export type Simulation = z.infer<typeof simulation>;

export const simulationState = simulation
  .pick({
    id: true,
    commandId: true,
    simulationCompletion: true,
    jobStatus: true,
    jobStatusDate: true,
    stale: true,
  })
  .extend({ error: z.string().nullable() })
  .meta({ id: 'SimulationState' });
export type SimulationState = z.infer<typeof simulationState>;

export const simulationSummary = z
  .object({
    simulationId: id,
    startTime: z.iso.datetime().describe('When it was asked for'),
    completeTime: z.iso.datetime().nullable(),
    indicatorLastUpdateTime: z.iso.datetime().describe('When the protection was last changed'),
    stale: z.boolean(),
    level: level.nullable().describe('At the end of the range'),
    items: z.array(simulationItem),
    numDataPointsSinceCompletion: z
      .number()
      .int()
      .describe('About how many points its inputs have after the end of the range'),
  })
  .meta({ id: 'SimulationSummary' });
export type SimulationSummary = z.infer<typeof simulationSummary>;

const tag = 'Simulations';

export const getSimulation = defineRoute({
  method: 'GET',
  path: '/api/indicators/:id/simulations',
  access: 'apps',
  tag,
  summary: 'The simulation of a protection; 204 when there is none',
  params: idParams,
  orNone: true,
  response: simulation,
});

export const getSimulationStatus = defineRoute({
  method: 'GET',
  path: '/api/indicators/:id/simulations/status',
  access: 'apps',
  tag,
  summary: 'How far the simulation of a protection is; 204 when there is none',
  params: idParams,
  orNone: true,
  response: simulationState,
});

export const deleteSimulations = defineRoute({
  method: 'DELETE',
  path: '/api/indicators/:id/simulations',
  access: 'write:protection',
  tag,
  summary: 'Delete the simulation of a protection, if there is one; one that runs is stopped',
  params: idParams,
  status: 204,
});

/** The longest range, in days of 24 hours: ten years with their leap days. */
export const maximumSimulatedDays = 3653;

export const newSimulation = z
  .strictObject({
    id: id.nullable().optional().describe('Of the simulation that this takes the place of'),
    indicatorId: id,
    twinId: id,
    startTime: time.optional().describe('30 days before the end unless given'),
    endTime: time.optional().describe('Now unless given, and no later'),
    logic: z
      .strictObject({ thresholds: thresholdChanges, defaultLevel: level.optional() })
      .optional()
      .describe('A second logic to be tried on the same points, such as one that is being edited'),
  })
  .meta({ id: 'NewSimulation' });
export type NewSimulation = z.infer<typeof newSimulation>;

export const simulationReference = z.object({ id, commandId: z.uuid() }).meta({ id: 'SimulationReference' });

export const startSimulation = defineRoute({
  method: 'POST',
  path: '/api/simulations',
  access: 'write:protection',
  tag,
  summary: 'Simulate a protection over a range; a finished simulation of it is deleted first',
  body: newSimulation,
  example: { indicatorId: 1, twinId: 1, startTime: '2024-05-01T00:00:00Z', endTime: '2024-05-31T00:00:00Z' },
  status: 202,
  response: simulationReference,
});

export const deleteSimulation = defineRoute({
  method: 'DELETE',
  path: '/api/simulations/:id',
  access: 'write:protection',
  tag,
  summary: 'Delete a simulation; one that runs is stopped',
  params: idParams,
  status: 204,
});

export const applySimulation = defineRoute({
  method: 'POST',
  path: '/api/simulations/:id/apply',
  access: 'write:protection',
  tag,
  summary:
    'Have what a simulation found take the place of the protection’s excursions and levels in its range; refused when it is stale',
  params: idParams,
  response: protection,
});

export const getSimulationSummary = defineRoute({
  method: 'GET',
  path: '/api/simulations/:id/summary',
  access: 'apps',
  tag,
  summary: 'What a simulation found, in short',
  params: idParams,
  response: simulationSummary,
});
