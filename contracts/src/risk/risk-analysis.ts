import { z } from 'zod';
import { listBody, paging } from '../core/list.ts';
import {
  id,
  idParameter,
  idParams,
  integerBetween,
  isoDuration,
  isoTime,
  requiredText,
  text,
  version,
} from '../core/primitives.ts';
import { defineRoute } from '../core/route.ts';
import { furtherChanges, furtherFields, furtherFilter } from '../records/field.ts';

const threshold = integerBetween(0, 100).describe('Whole percent from which on an asset is an opportunity');

/** The dates of an analysis: two of them give the third. */
const dates = {
  startDate: isoTime.nullable(),
  missionTime: isoDuration.nullable().describe('From 1 day to 100 years'),
  endDate: isoTime.nullable(),
};

/** A row of the list of risk analyses. */
export const riskAnalysisSummary = z
  .object({
    id,
    name: z.string(),
    description: z.string(),
    startDate: z.iso.datetime().nullable(),
    missionTime: isoDuration.nullable(),
    endDate: z.iso.datetime().nullable(),
    probabilityThreshold: threshold,
    ownerId: id.nullable(),
    owner: z.string().nullable().describe('User name; null once the user is deleted'),
    assetCount: z.number().int(),
    overThreshold: z.number().int().describe('Assets whose probability is at or over the threshold'),
    risk: z.number().nullable().describe('Of all its assets; null while none has one'),
    updatedAt: z.iso.datetime(),
    ...furtherFields,
  })
  .meta({ id: 'RiskAnalysisSummary' });
export type RiskAnalysisSummary = z.infer<typeof riskAnalysisSummary>;

/** Assets that the answer of an analysis carries at most. Lists of all of them are paged. */
export const assetsInAnswer = 1000;

/** What an analysis says of an asset. Its row in the table has more: `RiskAnalysisAsset`. */
export const analysisAssetResult = z
  .object({
    id,
    improvement: z.boolean(),
    improvementComment: z.string(),
    probabilityValue: z.number().nullable().describe('Percent of failing by the end, not rounded'),
    failureModes: z.array(
      z.object({ id, probabilityValue: z.number().nullable().describe('As that of the asset') }),
    ),
  })
  .meta({ id: 'AnalysisAssetResult' });
export type AnalysisAssetResult = z.infer<typeof analysisAssetResult>;

export const riskAnalysis = riskAnalysisSummary
  .extend({
    maximumConsequence: z.number().int().nullable().describe('The largest cost of failure of its assets'),
    assetLimit: z.number().int().describe('Assets that it may hold'),
    canAddAsset: z.boolean().describe('Whether assets may be added, by the edition'),
    canDeleteAsset: z.boolean().describe('Whether assets may be removed, by the edition'),
    assets: z
      .array(analysisAssetResult)
      .optional()
      .describe(
        `The ${assetsInAnswer} with the highest risk; \`assetCount\` counts all. Only in the answer of GET, and not with assets=false`,
      ),
    validScenarios: z
      .array(z.object({ id, name: z.string(), createdAt: z.iso.datetime() }))
      .describe('What-if scenarios made of its inputs as they are, the latest first'),
    recalculating: z.boolean().describe('A command is calculating its assets anew'),
    outdated: z
      .boolean()
      .describe(
        'A command that did so was stopped: some figures follow from earlier inputs, until it is saved again',
      ),
    asOf: z.iso
      .datetime()
      .nullable()
      .describe(
        'Survival is given to this time: the last midnight in the time zone of the plant, within the dates of the analysis',
      ),
    conditionalRisk: z
      .number()
      .nullable()
      .describe('Of all its assets, by the probabilities given survival to `asOf`; null while none has one'),
    withoutConditional: z
      .number()
      .int()
      .describe('Assets that count in `risk` but not in `conditionalRisk`: a repair of them is open'),
    version: version.describe('Counts up with every change of what is its own, not of its assets'),
  })
  .meta({ id: 'RiskAnalysis' });
export type RiskAnalysis = z.infer<typeof riskAnalysis>;

/** An asset as a saved analysis names it. Its probabilities are calculated here: what is given of them is not taken. */
const savedAsset = z.strictObject({
  id,
  improvement: z.boolean().optional(),
  improvementComment: text(500).optional(),
  probabilityValue: z.number().nullable().optional().describe('Not taken'),
  failureModes: z
    .array(z.object({ id, probabilityValue: z.number().nullable() }))
    .max(1000)
    .optional()
    .describe('Not taken'),
});

const texts = { name: requiredText(50), description: text(500) };
const analysisName = texts.name
  .optional()
  .describe('The name as forms call it: it counts where both are given');

export const newRiskAnalysis = z
  .strictObject({
    analysis: id.nullable().optional().describe('Not taken: a new analysis gets an id of its own'),
    name: texts.name.optional(),
    analysisName,
    description: texts.description.default(''),
    startDate: dates.startDate.default(null),
    missionTime: dates.missionTime.default(null),
    endDate: dates.endDate.default(null),
    probabilityThreshold: threshold.default(50),
    assetIds: z.array(id).max(1000).default([]).describe('Assets to begin with'),
    assets: z.array(savedAsset).max(1000).default([]).describe('Likewise, with what is said of them'),
    ...furtherChanges,
  })
  .refine(({ name, analysisName }) => name !== undefined || analysisName !== undefined, {
    path: ['name'],
    error: 'Required.',
  })
  .meta({ id: 'NewRiskAnalysis' });
export type NewRiskAnalysis = z.infer<typeof newRiskAnalysis>;

export const riskAnalysisFlags = ['start_date', 'mission_time', 'end_date'] as const;
export type RiskAnalysisFlag = (typeof riskAnalysisFlags)[number];

/** What of an analysis is to change: a field that is left out stays. */
export const riskAnalysisChange = z
  .strictObject({
    id: id.optional(),
    analysis: id.optional().describe('The id as saved analyses call it'),
    ...texts,
    analysisName,
    ...dates,
    probabilityThreshold: threshold,
    assets: z
      .array(savedAsset)
      .max(1000)
      .describe('Assets with their figures: new ones are added, and no asset is removed'),
  })
  .partial()
  .extend({
    ...furtherChanges,
    dirtyFlags: z
      .array(z.enum(riskAnalysisFlags))
      .max(riskAnalysisFlags.length)
      .optional()
      .describe('Given: of start date, mission time and end date, only those named change'),
    version: version.describe('Of the analysis that was changed'),
  })
  .meta({ id: 'RiskAnalysisChange' });
export type RiskAnalysisChange = z.infer<typeof riskAnalysisChange>;

export const twinRiskAnalysis = z
  .object({
    id,
    name: z.string(),
    startDate: z.iso.datetime().nullable(),
    endDate: z.iso.datetime().nullable(),
    assetId: id,
    probabilityValue: z.number().int().nullable().describe('Percent of failing by the end of the analysis'),
    risk: z.number().nullable(),
  })
  .meta({ id: 'TwinRiskAnalysis' });
export type TwinRiskAnalysis = z.infer<typeof twinRiskAnalysis>;

/** The risk of all assets of an analysis while it goes on. */
export const riskOverTime = z
  .object({
    times: z.array(z.iso.datetime()),
    risk: z
      .array(z.number())
      .describe('At each time: the sum of probability / 100 x cost of failure, not cut'),
  })
  .meta({ id: 'RiskOverTime' });
export type RiskOverTime = z.infer<typeof riskOverTime>;

const tag = 'Risk analyses';

export const listRiskAnalyses = defineRoute({
  method: 'POST',
  path: '/api/riskanalyses/filters',
  access: 'apps',
  tag,
  summary: `Risk analyses. Fields: Id, Name, Description, StartDate, EndDate, ProbabilityThreshold, Owner, AssetCount, OverThreshold, Risk, UpdatedAt${furtherFilter}`,
  query: paging,
  body: listBody,
  response: z.array(riskAnalysisSummary),
  paged: true,
});

export const createRiskAnalyses = defineRoute({
  method: 'POST',
  path: '/api/riskanalyses/',
  access: 'write:risk-analysis',
  tag,
  summary: 'Create a risk analysis, with assets if some are given: a list of one',
  body: z.array(newRiskAnalysis).length(1, 'Please give a list of one.'),
  example: [{ name: 'Next overhaul', startDate: '2026-01-01T00:00:00Z', missionTime: 'P5Y' }],
  status: 201,
  response: z.array(riskAnalysis),
});

export const getRiskAnalysis = defineRoute({
  method: 'GET',
  path: '/api/riskanalyses/:id',
  access: 'apps',
  tag,
  summary: 'One risk analysis with its totals, its assets and its valid scenarios',
  params: idParams,
  query: z.object({
    assets: z
      .enum(['true', 'false'])
      .default('true')
      .describe('false: without the assets, for screens that read them in pages'),
  }),
  response: riskAnalysis,
});

export const updateRiskAnalysis = defineRoute({
  method: 'PUT',
  path: '/api/riskanalyses/:id',
  access: 'write:risk-analysis',
  tag,
  summary:
    'Change a risk analysis; new dates or another threshold calculate its assets anew, many of them by a command',
  params: idParams,
  body: riskAnalysisChange,
  response: riskAnalysis,
});

export const deleteRiskAnalysis = defineRoute({
  method: 'DELETE',
  path: '/api/riskanalyses/:id',
  access: 'write:risk-analysis',
  tag,
  summary: 'Delete a risk analysis; its assets stay',
  params: idParams,
  status: 204,
});

export const getRiskOverTime = defineRoute({
  method: 'GET',
  path: '/api/riskanalyses/:id/risk-over-time',
  access: 'apps',
  tag,
  summary: 'The risk of all assets from the start of the analysis to its end; empty without dates',
  params: idParams,
  response: riskOverTime,
});

export const getTwinRiskAnalyses = defineRoute({
  method: 'GET',
  path: '/api/riskanalyses/info/twin/:twinId',
  access: 'apps',
  tag,
  summary: 'The risk analyses that the asset of a twin is in, the latest first',
  params: z.object({ twinId: idParameter }),
  response: z.array(twinRiskAnalysis),
});
