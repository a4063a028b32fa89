import { z } from 'zod';
import {
  id,
  idParameter,
  idParams,
  isoDuration,
  numberBetween,
  requiredText,
  version,
  wholeDollars,
} from '../core/primitives.ts';
import { defineRoute } from '../core/route.ts';
import { lifeFitSource, lifeRequest } from './life-data.ts';

/** Options that an asset may have in an analysis, with those of its failure modes. */
export const maximumOptions = 50;

const shape = numberBetween(0.1, 100)
  .nullable()
  .default(null)
  .describe('Null: that of the asset or failure mode');
const life = z.strictObject({
  type: z.literal('life'),
  shape,
  characteristicLife: isoDuration,
});
const probability = z.strictObject({
  type: z.literal('probability'),
  percent: numberBetween(0, 100).describe('Of failing by the end of the analysis'),
});

/** What an option of improvement changes. */
export const optionEffect = z.discriminatedUnion('type', [life, probability]);
export type OptionEffect = z.infer<typeof optionEffect>;

/** An option to improve an asset of a risk analysis, or a failure mode of its twin. */
export const improvementOption = z
  .object({
    id,
    assetId: id,
    failureModeId: id.nullable().describe('Null: of the asset as a whole'),
    failureMode: z.string().nullable().describe('Its name'),
    name: z.string(),
    cost: z.number().int().nullable().describe('Null: unknown'),
    effect: optionEffect,
    fit: lifeFitSource
      .pick({ title: true, method: true, failures: true, suspensions: true, request: true })
      .nullable()
      .describe('The life data that the life was fitted to'),
    gain: z.number().describe('Reduction of the risk by this option alone'),
    noEffect: z.string().nullable().describe('Why the option changes nothing'),
    version,
  })
  .meta({ id: 'ImprovementOption' });
export type ImprovementOption = z.infer<typeof improvementOption>;

export const newImprovementOption = z
  .strictObject({
    failureModeId: id.nullable().default(null).describe('Null: of the asset as a whole'),
    name: requiredText(50),
    cost: wholeDollars.nullable().default(null),
    effect: z.discriminatedUnion('type', [
      life,
      probability,
      z
        .strictObject({ type: z.literal('fit'), request: lifeRequest })
        .describe('The life becomes the fit of life data'),
    ]),
  })
  .meta({ id: 'NewImprovementOption' });
export type NewImprovementOption = z.infer<typeof newImprovementOption>;

export const improvementOptionChange = newImprovementOption
  .extend({ version: version.describe('Of the option that was changed') })
  .meta({ id: 'ImprovementOptionChange' });
export type ImprovementOptionChange = z.infer<typeof improvementOptionChange>;

const optionId = id.nullable().describe('Null: the benchmark, of an asset that is marked to be improved');

/** The best set of options under a budget. */
export const budgetChoice = z
  .object({
    budget: wholeDollars,
    assetIds: z.array(id).describe('The assets improved'),
    options: z.array(z.object({ assetId: id, optionId })).describe('The options chosen'),
    cost: z.number().int(),
    gain: z.number().describe('The reduction of the risk'),
    isExact: z.boolean().describe('Whether no other set within the budget reduces the risk more'),
    bound: z.number().describe('Upper bound of the reduction by any set within the budget'),
    withoutCost: z.number().int().describe('Options whose cost is unknown: none of them is chosen'),
    examples: z.number().int().describe('Options chosen that rest on the example of a benchmark'),
  })
  .meta({ id: 'BudgetChoice' });
export type BudgetChoice = z.infer<typeof budgetChoice>;

/** An option to choose from, with its cost and its gain. */
export const improvementOffer = z
  .object({
    assetId: id,
    assetName: z.string(),
    optionId,
    name: z.string(),
    failureMode: z.string().nullable().describe('Null: of the asset as a whole'),
    cost: z.number().int().nullable(),
    risk: z.number().nullable().describe('Of the asset'),
    gain: z.number().describe('Reduction of the risk by this option alone'),
    noEffect: z.string().nullable(),
    isExample: z.boolean().describe('Whether it rests on the example of a benchmark'),
  })
  .meta({ id: 'ImprovementOffer' });
export type ImprovementOffer = z.infer<typeof improvementOffer>;

/** The sets of options of each asset, of which a budget allows one: one option of the asset, or one of each failure mode. */
export const improvementSets = z
  .object({
    risk: z.number().nullable().describe('Of all assets of the analysis'),
    withoutCost: z.number().int().describe('Options whose cost is unknown: they are in no set'),
    assets: z.array(
      z.object({
        assetId: id,
        assetName: z.string(),
        sets: z
          .array(
            z.object({
              cost: z.number().int(),
              gain: z.number(),
              options: z.array(
                z.object({
                  optionId,
                  name: z.string(),
                  failureMode: z.string().nullable(),
                  isExample: z.boolean(),
                }),
              ),
            }),
          )
          .describe('The cheapest first, each with a larger gain than those before it'),
      }),
    ),
  })
  .meta({ id: 'ImprovementSets' });
export type ImprovementSets = z.infer<typeof improvementSets>;

const tag = 'Risk analyses';
const assetParams = z.object({ id: idParameter, assetId: idParameter });
const optionParams = z.object({ id: idParameter, assetId: idParameter, optionId: idParameter });

export const listImprovementOptions = defineRoute({
  method: 'GET',
  path: '/api/riskanalyses/:id/assets/:assetId/options',
  access: 'apps',
  tag,
  summary: 'The options to improve an asset of a risk analysis, with those of its failure modes',
  params: assetParams,
  response: z.array(improvementOption),
});

export const createImprovementOption = defineRoute({
  method: 'POST',
  path: '/api/riskanalyses/:id/assets/:assetId/options',
  access: 'write:risk-analysis',
  tag,
  summary: 'Create an option to improve an asset, or a failure mode of its twin, in one risk analysis',
  params: assetParams,
  body: newImprovementOption,
  status: 201,
  response: improvementOption,
});

export const updateImprovementOption = defineRoute({
  method: 'PUT',
  path: '/api/riskanalyses/:id/assets/:assetId/options/:optionId',
  access: 'write:risk-analysis',
  tag,
  summary: 'Change an option of improvement',
  params: optionParams,
  body: improvementOptionChange,
  response: improvementOption,
});

export const deleteImprovementOption = defineRoute({
  method: 'DELETE',
  path: '/api/riskanalyses/:id/assets/:assetId/options/:optionId',
  access: 'write:risk-analysis',
  tag,
  summary: 'Delete an option of improvement',
  params: optionParams,
  status: 204,
});

export const listImprovements = defineRoute({
  method: 'GET',
  path: '/api/riskanalyses/:id/improvements',
  access: 'apps',
  tag,
  summary: 'All options of improvement of a risk analysis, with gain and cost, the largest gain first',
  params: idParams,
  response: z.array(improvementOffer),
});

export const listImprovementSets = defineRoute({
  method: 'GET',
  path: '/api/riskanalyses/:id/improvements/sets',
  access: 'apps',
  tag,
  summary: 'The sets of options that a budget may choose from, asset by asset',
  params: idParams,
  response: improvementSets,
});

export const setImprovementCosts = defineRoute({
  method: 'PUT',
  path: '/api/riskanalyses/:id/improvements/costs',
  access: 'write:risk-analysis',
  tag,
  summary: 'Set the costs of options; without an option id, that of the benchmark',
  params: idParams,
  body: z
    .array(z.strictObject({ assetId: id, optionId: optionId.default(null), cost: wholeDollars.nullable() }))
    .min(1)
    .max(1000),
  status: 204,
});

export const chooseImprovements = defineRoute({
  method: 'POST',
  path: '/api/riskanalyses/:id/budget',
  access: 'apps',
  reads: true,
  tag,
  summary: 'The best set of options under a budget; nothing is stored',
  params: idParams,
  body: z.strictObject({ budget: wholeDollars }),
  response: budgetChoice,
});
