import { z } from 'zod';
import { listCall } from '../core/list.ts';
import { id, integerBetween, isoDuration, isoTime, requiredText, text, version } from '../core/primitives.ts';
import { routeGroup } from '../core/route.ts';
import { furtherChanges, furtherFields, furtherFilter } from '../records/field.ts';

const threshold = integerBetween(0, 100).describe(
  'Probability in whole percent from which an asset is an opportunity',
);

/** The dates of an analysis; two of them determine the third. */
const dates = {
  startDate: isoTime.nullable(),
  missionTime: isoDuration.nullable().describe('Mission time, from 1 day to 100 years'),
  endDate: isoTime.nullable(),
};

/** A row in the list of risk analyses. */
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
    owner: z.string().nullable().describe('User name of the owner; null if the user was deleted'),
    assetCount: z.number().int(),
    overThreshold: z.number().int().describe('Number of assets with a probability at or above the threshold'),
    risk: z.number().nullable().describe('Risk of all its assets; null if none has a risk'),
    updatedAt: z.iso.datetime(),
    ...furtherFields,
  })
  .meta({ id: 'RiskAnalysisSummary' });
export type RiskAnalysisSummary = z.infer<typeof riskAnalysisSummary>;

/** Maximum number of assets in the response for an analysis. All of them are available in paged lists. */
export const assetsInAnswer = 1000;

/** An asset in the response for an analysis. `RiskAnalysisAsset` has more fields. */
export const analysisAssetResult = z
  .object({
    id,
    improvement: z.boolean(),
    improvementComment: z.string(),
    probabilityValue: z
      .number()
      .nullable()
      .describe('Percent probability of a failure by the end of the analysis, not rounded'),
    failureModes: z.array(
      z.object({
        id,
        probabilityValue: z
          .number()
          .nullable()
          .describe('Percent probability of a failure by the end of the analysis, not rounded'),
      }),
    ),
  })
  .meta({ id: 'AnalysisAssetResult' });
export type AnalysisAssetResult = z.infer<typeof analysisAssetResult>;

export const riskAnalysis = riskAnalysisSummary
  .extend({
    maximumConsequence: z.number().int().nullable().describe('Largest cost of failure of its assets'),
    assetLimit: z.number().int().describe('Maximum number of assets'),
    canAddAsset: z.boolean().describe('Whether the edition allows adding assets'),
    canDeleteAsset: z.boolean().describe('Whether the edition allows removing assets'),
    assets: z
      .array(analysisAssetResult)
      .optional()
      .describe(
        `The ${assetsInAnswer} assets with the highest risk; \`assetCount\` counts all. Only returned by GET, and not with assets=false`,
      ),
    validScenarios: z
      .array(z.object({ id, name: z.string(), createdAt: z.iso.datetime() }))
      .describe('What-if scenarios of the current inputs, latest first'),
    recalculating: z.boolean().describe('Whether a command is recalculating its assets'),
    outdated: z
      .boolean()
      .describe(
        'Whether such a command was stopped: some figures are from earlier inputs until the analysis is saved again',
      ),
    asOf: z.iso
      .datetime()
      .nullable()
      .describe(
        'Time up to which survival is given: the last midnight in the time zone of the plant, within the dates of the analysis',
      ),
    conditionalRisk: z
      .number()
      .nullable()
      .describe(
        'Risk of all its assets from the probabilities given survival to `asOf`; null if none has a risk',
      ),
    withoutConditional: z
      .number()
      .int()
      .describe(
        'Number of assets that count in `risk` but not in `conditionalRisk` because a repair is open',
      ),
    version: version.describe('Optimistic-lock version of the analysis, without its assets'),
  })
  .meta({ id: 'RiskAnalysis' });
export type RiskAnalysis = z.infer<typeof riskAnalysis>;

/** An asset in a saved analysis. Its probabilities are always calculated; given ones are ignored. */
const savedAsset = z.strictObject({
  id,
  improvement: z.boolean().optional(),
  improvementComment: text(500).optional(),
  probabilityValue: z.number().nullable().optional().describe('Ignored'),
  failureModes: z
    .array(z.object({ id, probabilityValue: z.number().nullable() }))
    .max(1000)
    .optional()
    .describe('Ignored'),
});

const texts = { name: requiredText(50), description: text(500) };
const analysisName = texts.name.optional().describe('Name, as forms send it; it takes precedence');

export const newRiskAnalysis = z
  .strictObject({
    analysis: id.nullable().optional().describe('Ignored; a new analysis gets a new id'),
    name: texts.name.optional(),
    analysisName,
    description: texts.description.default(''),
    startDate: dates.startDate.default(null),
    missionTime: dates.missionTime.default(null),
    endDate: dates.endDate.default(null),
    probabilityThreshold: threshold.default(50),
    assetIds: z.array(id).max(1000).default([]).describe('Ids of the initial assets'),
    assets: z.array(savedAsset).max(1000).default([]).describe('Initial assets with their settings'),
    ...furtherChanges,
  })
  .refine(({ name, analysisName }) => name !== undefined || analysisName !== undefined, {
    path: ['name'],
    error: 'Required.',
  })
  .meta({ id: 'NewRiskAnalysis' });
export type NewRiskAnalysis = z.infer<typeof newRiskAnalysis>;

const riskAnalysisFlags = ['start_date', 'mission_time', 'end_date'] as const;
export type RiskAnalysisFlag = (typeof riskAnalysisFlags)[number];

/** Changes to an analysis; an omitted field is unchanged. */
export const riskAnalysisChange = z
  .strictObject({
    id: id.optional(),
    analysis: id.optional().describe('Id of the analysis, as in saved analyses'),
    ...texts,
    analysisName,
    ...dates,
    probabilityThreshold: threshold,
    assets: z
      .array(savedAsset)
      .max(1000)
      .describe('Assets with their settings; new ones are added, and none is removed'),
  })
  .partial()
  .extend({
    ...furtherChanges,
    dirtyFlags: z
      .array(z.enum(riskAnalysisFlags))
      .max(riskAnalysisFlags.length)
      .optional()
      .describe('If given, only the named ones of start date, mission time and end date change'),
    version: version.describe('Version of the analysis that you edited'),
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
    probabilityValue: z
      .number()
      .int()
      .nullable()
      .describe('Percent probability of a failure by the end of the analysis'),
    risk: z.number().nullable(),
  })
  .meta({ id: 'TwinRiskAnalysis' });
export type TwinRiskAnalysis = z.infer<typeof twinRiskAnalysis>;

/** The risk of all assets during an analysis. */
export const riskOverTime = z
  .object({
    times: z.array(z.iso.datetime()),
    risk: z
      .array(z.number())
      .describe('Sum of probability / 100 × cost of failure at each time, not rounded'),
  })
  .meta({ id: 'RiskOverTime' });
export type RiskOverTime = z.infer<typeof riskOverTime>;

const defineRoute = routeGroup('Risk analyses');

export const listRiskAnalyses = defineRoute('POST /api/riskanalyses/filters', {
  access: 'apps',
  summary: `List the risk analyses. Fields: Id, Name, Description, StartDate, EndDate, ProbabilityThreshold, Owner, AssetCount, OverThreshold, Risk, UpdatedAt${furtherFilter}`,
  ...listCall,
  response: z.array(riskAnalysisSummary),
});

export const createRiskAnalyses = defineRoute('POST /api/riskanalyses/', {
  access: 'write:risk-analysis',
  summary: 'Create a risk analysis, optionally with assets. The body is a list with one analysis',
  body: z.array(newRiskAnalysis).length(1, 'Please send exactly one analysis.'),
  example: [{ name: 'Next overhaul', startDate: '2026-01-01T00:00:00Z', missionTime: 'P5Y' }],
  status: 201,
  response: z.array(riskAnalysis),
});

export const getRiskAnalysis = defineRoute('GET /api/riskanalyses/:id', {
  access: 'apps',
  summary: 'Get a risk analysis with its totals, its assets and its valid scenarios',
  query: z.object({
    assets: z
      .enum(['true', 'false'])
      .default('true')
      .describe('`false` to omit the assets, for clients that read them in pages'),
  }),
  response: riskAnalysis,
});

export const updateRiskAnalysis = defineRoute('PUT /api/riskanalyses/:id', {
  access: 'write:risk-analysis',
  summary:
    'Update a risk analysis. New dates or a new threshold recalculate its assets, by a command if there are many',
  body: riskAnalysisChange,
  response: riskAnalysis,
});

export const deleteRiskAnalysis = defineRoute('DELETE /api/riskanalyses/:id', {
  access: 'write:risk-analysis',
  summary: 'Delete a risk analysis. Its assets are kept',
});

export const getRiskOverTime = defineRoute('GET /api/riskanalyses/:id/risk-over-time', {
  access: 'apps',
  summary: 'Get the risk of all assets from the start to the end of the analysis; empty without dates',
  response: riskOverTime,
});

export const getTwinRiskAnalyses = defineRoute('GET /api/riskanalyses/info/twin/:twinId', {
  access: 'apps',
  summary: 'List the risk analyses that contain the asset of a twin, latest first',
  response: z.array(twinRiskAnalysis),
});
