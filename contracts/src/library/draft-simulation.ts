import { z } from 'zod';
import { command, commandReference } from '../core/command.ts';
import { id, idParams, numberBetween, time } from '../core/primitives.ts';
import { defineRoute } from '../core/route.ts';
import { thresholdComparison } from '../protections/simulation.ts';
import { level } from '../protections/threshold.ts';

const tag = 'Library';

export const maximumSimulatedAssets = 100;

export const newDraftSimulation = z
  .strictObject({
    assetIds: z
      .array(id)
      .min(1, 'Please choose at least one asset.')
      .max(maximumSimulatedAssets, 'At most 100 assets in one call.'),
    startTime: time.optional().describe('30 days before the end unless given'),
    endTime: time.optional().describe('Now unless given, and no later'),
    minimumScore: numberBetween(0, 1)
      .default(0.7)
      .describe('Of an asset without a twin, inputs are mapped to tags from this score on'),
  })
  .meta({ id: 'NewDraftSimulation' });
export type NewDraftSimulation = z.infer<typeof newDraftSimulation>;

const count = z.number().int().nonnegative();

/** What one logic came to on an asset. */
export const draftFigures = z.object({
  excursions: count.describe('Those that are kept for the record'),
  duration: z.number().describe('Of all excursions within the range, in milliseconds'),
  notifyCount: count.describe('Notifications that would have been sent'),
  advisoryCount: count.describe('Advisories that would have been made or added to'),
  level: level.nullable().describe('At the end of the range; null where nothing was evaluated'),
  hits: count.describe('Known failures and marked ranges that were caught'),
  misses: count,
  falseEpisodes: count.nullable().describe('Null where no event is known'),
});
export type DraftFigures = z.infer<typeof draftFigures>;

const logicResult = z.object({
  problem: z.string().nullable().describe('Why it was not simulated'),
  figures: draftFigures.nullable(),
});

/** A protection of the model on one asset, as the twin has it and as the draft makes it. */
export const draftProtection = z
  .object({
    id: id.describe('Of the part'),
    name: z.string(),
    now: logicResult.nullable().describe('Null: the twin has no such protection, or the asset no twin'),
    draft: logicResult.nullable().describe('Null: the draft removes it'),
    thresholds: z.array(thresholdComparison).describe('Empty unless both were simulated'),
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
    message: z.string().nullable().describe('Why it was refused'),
    conflicts: count.describe('Parts that the draft and the twin both changed: the twin’s were simulated'),
    protections: z.array(draftProtection),
  })
  .meta({ id: 'DraftSimulationAsset' });
export type DraftSimulationAsset = z.infer<typeof draftSimulationAsset>;

export const draftSimulation = z
  .object({
    command: command.describe('That simulates, or simulated'),
    startTime: z.iso.datetime().describe('Of the range, inclusive'),
    endTime: z.iso.datetime().describe('Of the range, exclusive'),
    stale: z.boolean().describe('The draft was changed since'),
    assets: z.array(draftSimulationAsset).describe('By name'),
  })
  .meta({ id: 'DraftSimulation' });
export type DraftSimulation = z.infer<typeof draftSimulation>;

export const simulateDraft = defineRoute({
  method: 'POST',
  path: '/api/library/models/:id/draft/simulation',
  access: 'write:library-model',
  tag,
  summary:
    'Simulate the draft of a model on assets, beside what their twins have now; replaces the simulation before',
  params: idParams,
  body: newDraftSimulation,
  status: 202,
  response: commandReference,
});

export const getDraftSimulation = defineRoute({
  method: 'GET',
  path: '/api/library/models/:id/draft/simulation',
  access: 'apps',
  tag,
  summary: 'The simulation of a model’s draft, asset by asset; 204 when there is none',
  params: idParams,
  orNone: true,
  response: draftSimulation,
});
