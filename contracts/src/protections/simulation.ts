import { z } from 'zod';
import { id, time } from '../core/primitives.ts';
import { routeGroup } from '../core/route.ts';
import { protection } from './protection.ts';
import { level, thresholdChange, thresholdChanges } from './threshold.ts';

/** The states of a simulation. While it runs, the progress is appended: 'processing - 40%'. */
const simulationStatuses = ['queued', 'initializing', 'processing', 'finalizing', 'done', 'error'] as const;
export type SimulationStatus = (typeof simulationStatuses)[number];

const simulationItemTypes = ['threshold', 'excursion', 'pattern', 'tag', 'interval'] as const;

/** One row of a simulation's results. */
export const simulationItem = z
  .object({
    id: z.string(),
    type: z
      .enum(simulationItemTypes)
      .describe(
        'Type of the row: a threshold with a level, a threshold without a level (which only logs or acts), a pattern, the points of an input, or the stale times of an input',
      ),
    count: z.number().int().describe('Number of excursions, points or stale times that overlap the range'),
    duration: z.number().describe('Total duration within the range, in milliseconds'),
    isOpen: z.boolean().describe('Whether the last one is still open at the end of the range'),
    notifyCount: z.number().int().describe('Number of notifications that would have been sent'),
    advisoryCount: z.number().int().describe('Number of advisories that would have been created or updated'),
    excursionCount: z.number().int().describe('Number of excursions that would be kept'),
    name: z.string(),
    level: level.nullable(),
    logic: z.string().nullable(),
    color: z.string().nullable(),
  })
  .meta({ id: 'SimulationItem' });
export type SimulationItem = z.infer<typeof simulationItem>;

/** The difference between the excursions of one threshold in two logics. */
export const thresholdComparison = z
  .object({
    name: z.string(),
    first: z
      .number()
      .int()
      .nullable()
      .describe('Index of the threshold in the first logic; null if it is new'),
    second: z
      .number()
      .int()
      .nullable()
      .describe('Index of the threshold in the second logic; null if it was removed'),
    gained: z
      .number()
      .int()
      .describe('Number of excursions of the second logic that overlap none of the first'),
    lost: z
      .number()
      .int()
      .describe('Number of excursions of the first logic that overlap none of the second'),
    moved: z
      .number()
      .int()
      .describe(
        'Number of excursions of the second logic that overlap one of the first but begin or end at another time',
      ),
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
      .describe('The second logic as it was sent, to save it or to try it further'),
  })
  .meta({ id: 'SimulationComparison' });
export type SimulatedLogic = z.infer<typeof simulationComparison>['logic'];

/** A simulation with its results. */
export const simulation = z
  .object({
    id,
    commandId: z.uuid().nullable(),
    time: z.iso.datetime().describe('When the simulation was requested'),
    simulationCompletion: z.number().int().min(0).max(100).describe('Progress in percent'),
    jobStatus: z.string().describe('Status with progress, such as `processing - 40%`'),
    jobStatusDate: z.iso.datetime(),
    startTime: z.iso.datetime().describe('Start of the range, inclusive'),
    endTime: z.iso.datetime().describe('End of the range, exclusive'),
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
        milliseconds: z.number().int().describe('Duration of the simulation in milliseconds'),
        readingMilliseconds: z.number().int().describe('Part of this time that was spent on reading points'),
      })
      .nullable(),
    log: z.array(z.string()),
    stale: z.boolean().describe('Whether the protection was changed after the simulation was requested'),
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
      .describe('Results; null until the simulation is done'),
    comparison: simulationComparison
      .nullable()
      .describe('Comparison with the second logic; null if none was given'),
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
    startTime: z.iso.datetime().describe('When the simulation was requested'),
    completeTime: z.iso.datetime().nullable(),
    indicatorLastUpdateTime: z.iso.datetime().describe('When the protection was last changed'),
    stale: z.boolean(),
    level: level.nullable().describe('Level at the end of the range'),
    items: z.array(simulationItem),
    numDataPointsSinceCompletion: z
      .number()
      .int()
      .describe('Approximate number of points of its inputs after the end of the range'),
  })
  .meta({ id: 'SimulationSummary' });
export type SimulationSummary = z.infer<typeof simulationSummary>;

const defineRoute = routeGroup('Simulations');

export const getSimulation = defineRoute('GET /api/indicators/:id/simulations', {
  access: 'apps',
  summary: 'Get the simulation of a protection. Returns 204 if there is none',
  orNone: true,
  response: simulation,
});

export const getSimulationStatus = defineRoute('GET /api/indicators/:id/simulations/status', {
  access: 'apps',
  summary: 'Get the progress of the simulation of a protection. Returns 204 if there is none',
  orNone: true,
  response: simulationState,
});

export const deleteSimulations = defineRoute('DELETE /api/indicators/:id/simulations', {
  access: 'write:protection',
  summary: 'Delete the simulation of a protection. A running simulation is stopped',
});

/** Maximum range in days of 24 hours: ten years with their leap days. */
export const maximumSimulatedDays = 3653;

export const newSimulation = z
  .strictObject({
    id: id.nullable().optional().describe('Id of the simulation to replace'),
    indicatorId: id,
    twinId: id,
    startTime: time.optional().describe('Start of the range; 30 days before the end by default'),
    endTime: time.optional().describe('End of the range; now by default, and not in the future'),
    logic: z
      .strictObject({ thresholds: thresholdChanges, defaultLevel: level.optional() })
      .optional()
      .describe('A second logic to try on the same points, such as an edited one'),
  })
  .meta({ id: 'NewSimulation' });
export type NewSimulation = z.infer<typeof newSimulation>;

export const simulationReference = z.object({ id, commandId: z.uuid() }).meta({ id: 'SimulationReference' });

export const startSimulation = defineRoute('POST /api/simulations', {
  access: 'write:protection',
  summary:
    'Start a simulation of a protection over a range. A finished simulation of the protection is deleted first',
  body: newSimulation,
  example: { indicatorId: 1, twinId: 1, startTime: '2024-05-01T00:00:00Z', endTime: '2024-05-31T00:00:00Z' },
  status: 202,
  response: simulationReference,
});

export const deleteSimulation = defineRoute('DELETE /api/simulations/:id', {
  access: 'write:protection',
  summary: 'Delete a simulation. A running simulation is stopped',
});

export const applySimulation = defineRoute('POST /api/simulations/:id/apply', {
  access: 'write:protection',
  summary:
    'Apply a simulation: its results replace the excursions and levels of the protection in its range. Refused if the simulation is stale',
  response: protection,
});

export const getSimulationSummary = defineRoute('GET /api/simulations/:id/summary', {
  access: 'apps',
  summary: 'Get a summary of a simulation',
  response: simulationSummary,
});
