import { z } from 'zod';
import { command, startsCommand } from '../core/command.ts';
import { id, numberBetween, time } from '../core/primitives.ts';
import { routeGroup } from '../core/route.ts';
import { thresholdComparison } from '../protections/simulation.ts';
import { level } from '../protections/threshold.ts';

const defineRoute = routeGroup('Library');

export const maximumSimulatedAssets = 100;

export const newDraftSimulation = z
  .strictObject({
    assetIds: z
      .array(id)
      .min(1, 'Please choose at least one asset.')
      .max(maximumSimulatedAssets, 'At most 100 assets in one call.'),
    startTime: time.optional().describe('Start of the range; default: 30 days before the end'),
    endTime: time.optional().describe('End of the range, not in the future; default: now'),
    minimumScore: numberBetween(0, 1)
      .default(0.7)
      .describe('Minimum score to map an input of an asset without a twin to a tag'),
  })
  .meta({ id: 'NewDraftSimulation' });
export type NewDraftSimulation = z.infer<typeof newDraftSimulation>;

const count = z.number().int().nonnegative();

/** The figures of one logic on an asset. */
const draftFigures = z.object({
  excursions: count.describe('Number of excursions that would be recorded'),
  duration: z.number().describe('Total duration of the excursions within the range, in milliseconds'),
  notifyCount: count.describe('Number of notifications that would have been sent'),
  advisoryCount: count.describe('Number of advisories that would have been created or updated'),
  level: level.nullable().describe('Level at the end of the range; null if nothing was evaluated'),
  hits: count.describe('Number of known failures and marked ranges that were detected'),
  misses: count,
  falseEpisodes: count
    .nullable()
    .describe('Number of false episodes; null if no failure or marked range is known'),
});
export type DraftFigures = z.infer<typeof draftFigures>;

const logicResult = z.object({
  problem: z.string().nullable().describe('Reason why it was not simulated; null if it was'),
  figures: draftFigures.nullable(),
});

/** A protection of the model on one asset, with the results of the twin's version and of the draft. */
export const draftProtection = z
  .object({
    id: id.describe('Id of the part'),
    name: z.string(),
    now: logicResult
      .nullable()
      .describe(
        'Result of the current twin; null if the twin has no such protection or the asset has no twin',
      ),
    draft: logicResult.nullable().describe('Result of the draft; null if the draft removes the protection'),
    thresholds: z
      .array(thresholdComparison)
      .describe('Comparison by threshold; empty unless both were simulated'),
  })
  .meta({ id: 'DraftProtection' });
export type DraftProtection = z.infer<typeof draftProtection>;

export const draftSimulationOutcomes = ['waiting', 'simulated', 'refused'] as const;

export const draftSimulationAsset = z
  .object({
    assetId: id,
    assetName: z.string(),
    uniqueId: z.string(),
    twinId: id.nullable(),
    outcome: z.enum(draftSimulationOutcomes),
    message: z.string().nullable().describe('Reason of a refusal; null if not refused'),
    conflicts: count.describe(
      'Number of parts that both the draft and the twin changed; those of the twin were simulated',
    ),
    protections: z.array(draftProtection),
  })
  .meta({ id: 'DraftSimulationAsset' });
export type DraftSimulationAsset = z.infer<typeof draftSimulationAsset>;

export const draftSimulation = z
  .object({
    command: command.describe('Command of the simulation'),
    startTime: z.iso.datetime().describe('Start of the range, inclusive'),
    endTime: z.iso.datetime().describe('End of the range, exclusive'),
    stale: z.boolean().describe('Whether the draft was changed after the simulation'),
    assets: z.array(draftSimulationAsset).describe('Sorted by name'),
  })
  .meta({ id: 'DraftSimulation' });
export type DraftSimulation = z.infer<typeof draftSimulation>;

export const simulateDraft = defineRoute('POST /api/library/models/:id/draft/simulation', {
  access: 'write:library-model',
  summary:
    'Simulate the draft of a model on assets and compare it with their current twins; replaces the previous simulation',
  body: newDraftSimulation,
  ...startsCommand,
});

export const getDraftSimulation = defineRoute('GET /api/library/models/:id/draft/simulation', {
  access: 'apps',
  summary: 'Get the simulation of a model’s draft, by asset; returns 204 if there is none',
  orNone: true,
  response: draftSimulation,
});
