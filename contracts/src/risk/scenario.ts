import { z } from 'zod';
import { returnsFile } from '../core/content-types.ts';
import { listCall } from '../core/list.ts';
import { id, requiredText, wholeDollars } from '../core/primitives.ts';
import { routeGroup } from '../core/route.ts';
import { budgetChoice } from './improvement.ts';

const percent = z.number().int().nullable();

const total = z.object({
  risk: z.number().describe('Risk of the assets that have one before and after'),
  improvedRisk: z.number(),
  improved: z.number().int().describe('Number of assets whose improvement has an effect'),
  withoutEffect: z.number().int(),
  cost: z.number().int().nullable().describe('Total cost of the improvements; null if none has a cost'),
  withoutCost: z.number().int().describe('Number of improvements with unknown cost'),
  examples: z.number().int().describe('Number of improvements that use an example benchmark'),
  overThreshold: z.number().int(),
  improvedOverThreshold: z.number().int(),
});

/** An analysis with its improvements applied, as of the creation of the scenario. */
export const scenario = z
  .object({
    id,
    riskAnalysisId: id,
    name: z.string(),
    isValid: z
      .boolean()
      .describe(
        'Whether its inputs are unchanged: dates, threshold, and for each asset life, dates, cost of failure, benchmark, improvement mark, options with costs, and failure modes',
      ),
    createdBy: z.string().nullable().describe('User name of the creator; null if the user was deleted'),
    createdAt: z.iso.datetime(),
    analysis: z
      .object({
        name: z.string(),
        startDate: z.iso.datetime().nullable(),
        endDate: z.iso.datetime().nullable(),
        missionTime: z.string().nullable(),
        probabilityThreshold: z.number().int(),
        assets: z.number().int(),
      })
      .describe('The analysis as of the creation of the scenario'),
    total,
    budget: budgetChoice.nullable().describe('Budget; null if all improvements were applied'),
  })
  .meta({ id: 'Scenario' });
export type Scenario = z.infer<typeof scenario>;

/** An asset in a scenario, before and after improvement. */
export const scenarioAsset = z
  .object({
    assetId: id,
    assetName: z.string(),
    taxonomy: z.string(),
    improve: z.boolean().describe('Whether it was marked for improvement or had options'),
    options: z
      .array(
        z.object({ name: z.string(), failureMode: z.string().nullable(), cost: z.number().int().nullable() }),
      )
      .describe('Options that are applied; empty if the improvement has no effect'),
    noEffect: z.string().nullable().describe('Why the improvement has no effect; null if it has one'),
    cost: z
      .number()
      .int()
      .nullable()
      .describe('Cost of the applied options, or of the only option if it was not applied'),
    shape: z.number().nullable(),
    characteristicLife: z.number().nullable().describe('Characteristic life in days, before and after'),
    improvedCharacteristicLife: z.number().nullable(),
    benchmark: z
      .object({
        characteristicLife: z.number(),
        level: z.enum(['type', 'class', 'category']),
        isExample: z.boolean(),
      })
      .nullable(),
    probability: percent,
    improvedProbability: percent,
    consequence: z.number().int().nullable(),
    risk: z.number().nullable(),
    improvedRisk: z.number().nullable(),
    gain: z.number().nullable().describe('Reduction of the risk by the improvement'),
    returnOnCost: z.number().nullable().describe('Reduction of the risk per dollar of cost'),
    failureModes: z.array(
      z.object({ name: z.string(), before: z.number().nullable(), after: z.number().nullable() }),
    ),
  })
  .meta({ id: 'ScenarioAsset' });
export type ScenarioAsset = z.infer<typeof scenarioAsset>;

const defineRoute = routeGroup('Risk analyses');

export const listScenarios = defineRoute('GET /api/riskanalyses/:id/scenarios', {
  access: 'apps',
  summary: 'List the what-if scenarios of a risk analysis, latest first',
  response: z.array(scenario),
});

export const longestScenarioName = 50;
export const newScenario = z
  .strictObject({ name: requiredText(longestScenarioName), budget: wholeDollars.nullable().default(null) })
  .meta({ id: 'NewScenario' });

export const createScenario = defineRoute('POST /api/riskanalyses/:id/scenarios', {
  access: 'write:risk-analysis',
  summary:
    'Create a what-if scenario: each asset gets the options that reduce its risk most, or with a budget, the best set of all options is applied',
  body: newScenario,
  status: 201,
  response: scenario,
});

export const getScenario = defineRoute('GET /api/riskanalyses/:id/scenarios/:scenarioId', {
  access: 'apps',
  summary: 'Get a what-if scenario',
  response: scenario,
});

export const deleteScenario = defineRoute('DELETE /api/riskanalyses/:id/scenarios/:scenarioId', {
  access: 'write:risk-analysis',
  summary: 'Delete a what-if scenario',
});

export const recalculateScenario = defineRoute(
  'POST /api/riskanalyses/:id/scenarios/:scenarioId/recalculate',
  {
    access: 'write:risk-analysis',
    summary:
      'Create a new scenario of the current analysis with the budget of an existing one, which is kept',
    status: 201,
    response: scenario,
  },
);

export const listScenarioAssets = defineRoute(
  'POST /api/riskanalyses/:id/scenarios/:scenarioId/assets/filters',
  {
    access: 'apps',
    summary:
      'List the assets of a scenario, largest contributors first. Fields: AssetId, AssetName, AssetClass, Improve, NoEffect, Cost, CharacteristicLife (days), ComparativeMtbf (days), Opportunity, Probability, ImprovedProbability, Consequence, Risk, ImprovedRisk, Gain, ReturnOnCost',
    ...listCall,
    response: z.array(scenarioAsset),
  },
);

export const exportScenario = defineRoute('GET /api/riskanalyses/:id/scenarios/:scenarioId/assets.xlsx', {
  access: 'apps',
  summary: 'Export all assets of a scenario as a workbook',
  ...returnsFile('xlsx'),
});
