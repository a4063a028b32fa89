import { z } from 'zod';
import { contentTypes } from '../core/content-types.ts';
import { listBody, paging } from '../core/list.ts';
import { id, idParameter, idParams, requiredText, wholeDollars } from '../core/primitives.ts';
import { defineRoute } from '../core/route.ts';
import { budgetChoice } from './improvement.ts';

const percent = z.number().int().nullable();

const total = z.object({
  risk: z.number().describe('Of the assets that have one before and after'),
  improvedRisk: z.number(),
  improved: z.number().int().describe('Assets whose improvement has an effect'),
  withoutEffect: z.number().int(),
  cost: z.number().int().nullable().describe('Of the improvements made; null while none has a cost'),
  withoutCost: z.number().int().describe('Improvements made whose cost is not known'),
  examples: z.number().int().describe('Improvements made that rest on the example of a benchmark'),
  overThreshold: z.number().int(),
  improvedOverThreshold: z.number().int(),
});

/** An analysis as it would be with its improvements, as it was when the scenario was made. */
export const scenario = z
  .object({
    id,
    riskAnalysisId: id,
    name: z.string(),
    isValid: z
      .boolean()
      .describe(
        'Whether the inputs that it was made of are as they were: dates, threshold, and of each asset its life, days, cost of failure, benchmark, mark, options, their costs, and failure modes',
      ),
    createdBy: z.string().nullable().describe('User name; null once the user is deleted'),
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
      .describe('As it was when the scenario was made'),
    total,
    budget: budgetChoice.nullable().describe('Null: all improvements were made'),
  })
  .meta({ id: 'Scenario' });
export type Scenario = z.infer<typeof scenario>;

/** An asset in a scenario, before and after. */
export const scenarioAsset = z
  .object({
    assetId: id,
    assetName: z.string(),
    taxonomy: z.string(),
    improve: z.boolean().describe('Whether it was marked to be improved, or had options'),
    options: z
      .array(
        z.object({ name: z.string(), failureMode: z.string().nullable(), cost: z.number().int().nullable() }),
      )
      .describe('The options that it is improved by; none where that changes nothing'),
    noEffect: z.string().nullable().describe('Why the improvement changes nothing'),
    cost: z.number().int().nullable().describe('Of these options; of one that is left out, its own'),
    shape: z.number().nullable(),
    characteristicLife: z.number().nullable().describe('Days, as that after'),
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
    gain: z.number().nullable().describe('What the improvement takes off the risk'),
    returnOnCost: z.number().nullable().describe('That for each dollar that it costs'),
    failureModes: z.array(
      z.object({ name: z.string(), before: z.number().nullable(), after: z.number().nullable() }),
    ),
  })
  .meta({ id: 'ScenarioAsset' });
export type ScenarioAsset = z.infer<typeof scenarioAsset>;

const tag = 'Risk analyses';
const scenarioParams = z.object({ id: idParameter, scenarioId: idParameter });

export const listScenarios = defineRoute({
  method: 'GET',
  path: '/api/riskanalyses/:id/scenarios',
  access: 'apps',
  tag,
  summary: 'The what-if scenarios of a risk analysis, the latest first',
  params: idParams,
  response: z.array(scenario),
});

export const longestScenarioName = 50;
export const newScenario = z
  .strictObject({ name: requiredText(longestScenarioName), budget: wholeDollars.nullable().default(null) })
  .meta({ id: 'NewScenario' });

export const createScenario = defineRoute({
  method: 'POST',
  path: '/api/riskanalyses/:id/scenarios',
  access: 'write:risk-analysis',
  tag,
  summary:
    'Create a what-if scenario: each asset gets the options that reduce its risk most, with a budget the best set of all',
  params: idParams,
  body: newScenario,
  status: 201,
  response: scenario,
});

export const getScenario = defineRoute({
  method: 'GET',
  path: '/api/riskanalyses/:id/scenarios/:scenarioId',
  access: 'apps',
  tag,
  summary: 'One what-if scenario',
  params: scenarioParams,
  response: scenario,
});

export const deleteScenario = defineRoute({
  method: 'DELETE',
  path: '/api/riskanalyses/:id/scenarios/:scenarioId',
  access: 'write:risk-analysis',
  tag,
  summary: 'Delete a what-if scenario',
  params: scenarioParams,
  status: 204,
});

export const recalculateScenario = defineRoute({
  method: 'POST',
  path: '/api/riskanalyses/:id/scenarios/:scenarioId/recalculate',
  access: 'write:risk-analysis',
  tag,
  summary: 'Create a new scenario of the analysis as it is now, with the budget of another, which stays',
  params: scenarioParams,
  status: 201,
  response: scenario,
});

export const listScenarioAssets = defineRoute({
  method: 'POST',
  path: '/api/riskanalyses/:id/scenarios/:scenarioId/assets/filters',
  access: 'apps',
  tag,
  summary:
    'The assets of a scenario, the largest contributors first. Fields: AssetId, AssetName, AssetClass, Improve, NoEffect, Cost, CharacteristicLife (days), ComparativeMtbf (days), Opportunity, Probability, ImprovedProbability, Consequence, Risk, ImprovedRisk, Gain, ReturnOnCost',
  params: scenarioParams,
  query: paging,
  body: listBody,
  response: z.array(scenarioAsset),
  paged: true,
});

export const exportScenario = defineRoute({
  method: 'GET',
  path: '/api/riskanalyses/:id/scenarios/:scenarioId/assets.xlsx',
  access: 'apps',
  tag,
  summary: 'All assets of a scenario as a workbook',
  params: scenarioParams,
  response: 'file',
  contentTypes: [contentTypes.xlsx],
});
