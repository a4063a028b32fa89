import { z } from 'zod';
import { id, isoDuration, numberBetween, requiredText, version, wholeDollars } from '../core/primitives.ts';
import { routeGroup } from '../core/route.ts';
import { lifeFitSource, lifeRequest } from './life-data.ts';

/** Maximum number of options of an asset in an analysis, including those of its failure modes. */
export const maximumOptions = 50;

const shape = numberBetween(0.1, 100)
  .nullable()
  .default(null)
  .describe('Weibull shape; null to use that of the asset or failure mode');
const life = z.strictObject({
  type: z.literal('life'),
  shape,
  characteristicLife: isoDuration,
});
const probability = z.strictObject({
  type: z.literal('probability'),
  percent: numberBetween(0, 100).describe('Percent probability of a failure by the end of the analysis'),
});

/** What an improvement option changes. */
export const optionEffect = z.discriminatedUnion('type', [life, probability]);
export type OptionEffect = z.infer<typeof optionEffect>;

/** An option to improve an asset of a risk analysis, or a failure mode of its twin. */
export const improvementOption = z
  .object({
    id,
    assetId: id,
    failureModeId: id.nullable().describe('Id of the failure mode; null for the asset as a whole'),
    failureMode: z.string().nullable().describe('Name of the failure mode; null for the asset as a whole'),
    name: z.string(),
    cost: z.number().int().nullable().describe('Cost; null if unknown'),
    effect: optionEffect,
    fit: lifeFitSource
      .pick({ title: true, method: true, failures: true, suspensions: true, request: true })
      .nullable()
      .describe('Life data to which the life was fitted; null if it was not fitted'),
    gain: z.number().describe('Reduction of the risk by this option alone'),
    noEffect: z.string().nullable().describe('Why the option has no effect; null if it has one'),
    version,
  })
  .meta({ id: 'ImprovementOption' });
export type ImprovementOption = z.infer<typeof improvementOption>;

export const newImprovementOption = z
  .strictObject({
    failureModeId: id
      .nullable()
      .default(null)
      .describe('Id of the failure mode; null for the asset as a whole'),
    name: requiredText(50),
    cost: wholeDollars.nullable().default(null),
    effect: z.discriminatedUnion('type', [
      life,
      probability,
      z
        .strictObject({ type: z.literal('fit'), request: lifeRequest })
        .describe('Life data to fit; the life becomes the result'),
    ]),
  })
  .meta({ id: 'NewImprovementOption' });
export type NewImprovementOption = z.infer<typeof newImprovementOption>;

export const improvementOptionChange = newImprovementOption
  .extend({ version: version.describe('Version of the option that you edited') })
  .meta({ id: 'ImprovementOptionChange' });
export type ImprovementOptionChange = z.infer<typeof improvementOptionChange>;

const optionId = id
  .nullable()
  .describe('Id of the option; null for the benchmark of an asset that is marked for improvement');

/** The best set of options within a budget. */
export const budgetChoice = z
  .object({
    budget: wholeDollars,
    assetIds: z.array(id).describe('Ids of the improved assets'),
    options: z.array(z.object({ assetId: id, optionId })).describe('Chosen options'),
    cost: z.number().int(),
    gain: z.number().describe('Reduction of the risk'),
    isExact: z.boolean().describe('Whether no other set within the budget reduces the risk more'),
    bound: z.number().describe('Upper bound of the reduction by any set within the budget'),
    withoutCost: z.number().int().describe('Number of options with unknown cost; none of them is chosen'),
    examples: z.number().int().describe('Number of chosen options that use an example benchmark'),
  })
  .meta({ id: 'BudgetChoice' });
export type BudgetChoice = z.infer<typeof budgetChoice>;

/** An improvement option with its cost and gain. */
export const improvementOffer = z
  .object({
    assetId: id,
    assetName: z.string(),
    optionId,
    name: z.string(),
    failureMode: z.string().nullable().describe('Name of the failure mode; null for the asset as a whole'),
    cost: z.number().int().nullable(),
    risk: z.number().nullable().describe('Risk of the asset'),
    gain: z.number().describe('Reduction of the risk by this option alone'),
    noEffect: z.string().nullable(),
    isExample: z.boolean().describe('Whether it uses an example benchmark'),
  })
  .meta({ id: 'ImprovementOffer' });
export type ImprovementOffer = z.infer<typeof improvementOffer>;

/**
 * The sets of options of each asset, of which a budget can choose one: one option of the asset, or one of each
 * failure mode.
 */
export const improvementSets = z
  .object({
    risk: z.number().nullable().describe('Risk of all assets of the analysis'),
    withoutCost: z.number().int().describe('Number of options with unknown cost; they are in no set'),
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
          .describe('Sets by cost, cheapest first, each with a larger gain than the one before'),
      }),
    ),
  })
  .meta({ id: 'ImprovementSets' });
export type ImprovementSets = z.infer<typeof improvementSets>;

const defineRoute = routeGroup('Risk analyses');

export const listImprovementOptions = defineRoute('GET /api/riskanalyses/:id/assets/:assetId/options', {
  access: 'apps',
  summary:
    'List the improvement options of an asset in a risk analysis, including those of its failure modes',
  response: z.array(improvementOption),
});

export const createImprovementOption = defineRoute('POST /api/riskanalyses/:id/assets/:assetId/options', {
  access: 'write:risk-analysis',
  summary: 'Create an improvement option for an asset, or a failure mode of its twin, in one risk analysis',
  body: newImprovementOption,
  status: 201,
  response: improvementOption,
});

export const updateImprovementOption = defineRoute(
  'PUT /api/riskanalyses/:id/assets/:assetId/options/:optionId',
  {
    access: 'write:risk-analysis',
    summary: 'Update an improvement option',
    body: improvementOptionChange,
    response: improvementOption,
  },
);

export const deleteImprovementOption = defineRoute(
  'DELETE /api/riskanalyses/:id/assets/:assetId/options/:optionId',
  {
    access: 'write:risk-analysis',
    summary: 'Delete an improvement option',
  },
);

export const listImprovements = defineRoute('GET /api/riskanalyses/:id/improvements', {
  access: 'apps',
  summary: 'List all improvement options of a risk analysis with gain and cost, largest gain first',
  response: z.array(improvementOffer),
});

export const listImprovementSets = defineRoute('GET /api/riskanalyses/:id/improvements/sets', {
  access: 'apps',
  summary: 'List the sets of options that a budget can choose from, by asset',
  response: improvementSets,
});

export const setImprovementCosts = defineRoute('PUT /api/riskanalyses/:id/improvements/costs', {
  access: 'write:risk-analysis',
  summary: 'Update the costs of options; omit the option id for the cost of the benchmark',
  body: z
    .array(z.strictObject({ assetId: id, optionId: optionId.default(null), cost: wholeDollars.nullable() }))
    .min(1)
    .max(1000),
});

export const chooseImprovements = defineRoute('POST /api/riskanalyses/:id/budget', {
  access: 'apps',
  reads: true,
  summary: 'Calculate the best set of options within a budget. Nothing is stored',
  body: z.strictObject({ budget: wholeDollars }),
  response: budgetChoice,
});
