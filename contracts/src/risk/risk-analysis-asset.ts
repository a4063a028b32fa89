import { z } from 'zod';
import { returnsFile } from '../core/content-types.ts';
import { createPaging, listBody } from '../core/list.ts';
import { id, idParameter, isoDuration, text, version } from '../core/primitives.ts';
import { routeGroup } from '../core/route.ts';
import { probability, probabilityChange } from '../twins/probability.ts';

/**
 * The origin of a figure of an asset in an analysis, by precedence: the analysis, the twin, the asset, the
 * failure modes.
 */
const riskSources = ['analysis', 'twin', 'asset', 'failure-modes'] as const;
export type RiskSource = (typeof riskSources)[number];

const percent = z.number().int().min(0).max(100);
const signedDuration = z.string().describe('ISO 8601 duration, with a leading minus if negative');

/** An asset in an analysis, as in its table. */
export const riskAnalysisAsset = z
  .object({
    assetId: id,
    assetName: z.string(),
    assetUniqueId: z.string(),
    assetClass: z.string().nullable().describe('Taxonomy as category//class//type, without unknown parts'),
    assetClassLabel: z.string().describe('Taxonomy as category - class - type, for display'),
    categoryId: id.nullable(),
    classId: id.nullable(),
    typeId: id.nullable(),
    twinId: id.nullable(),
    twinStartDate: z.iso.datetime().nullable(),
    outOfServiceAt: z.iso
      .datetime()
      .nullable()
      .describe('Date when the asset goes out of service, which ends its time in the analysis early'),
    twinMissionTime: isoDuration.nullable(),
    improve: z.boolean(),
    improveDescription: z.string(),
    probabilityValue: percent
      .nullable()
      .describe('Percent probability of a failure by the end of the analysis'),
    probabilitySource: z
      .enum(riskSources)
      .nullable()
      .describe(
        'Source of the probability; `failure-modes` is the roll-up 1 - product(1 - Pi) of the failure modes of its twin',
      ),
    probabilityFailureDistributionScale: isoDuration.nullable().describe('Characteristic life'),
    distributionType: z.enum(['none', 'weibull']).nullable(),
    shape: z.number().nullable(),
    library: z.boolean().describe('Whether its probability was taken from the library'),
    consequenceValue: z.number().int().nullable().describe('Cost of one failure'),
    consequenceSource: z
      .enum(riskSources)
      .nullable()
      .describe(
        'Source of the consequence; with `failure-modes`, the asset has none, and its risk is that of its failure modes',
      ),
    risk: z
      .number()
      .nullable()
      .describe(
        'Probability / 100 × consequence; sum(Pi Ci) of the failure modes if the asset has no consequence',
      ),
    opportunity: z
      .boolean()
      .nullable()
      .describe('Whether the probability is at or above the threshold; null if not calculated'),
    conditionalProbability: percent
      .nullable()
      .describe(
        'Percent probability of a failure by the end of the analysis, given survival to its `asOf`; null while a repair is open',
      ),
    conditionalRisk: z.number().nullable().describe('Like `risk`, from `conditionalProbability`'),
    renewedAt: z.iso
      .datetime()
      .nullable()
      .describe('Start of its age: its last renewal by completed work, or its start'),
    underRepair: z.boolean().describe('Whether corrective work has begun and is not completed'),
    comparativeMtbf: signedDuration
      .nullable()
      .describe('Its characteristic life minus that of the library; null if either is missing'),
    benchmarkIsExample: z.boolean().describe('Whether the benchmark of the library is an example'),
    benchmarkLevel: z
      .enum(['type', 'class', 'category'])
      .nullable()
      .describe('Level of the taxonomy entry with the applicable benchmark; null without a benchmark'),
    asset: z.object({
      failureData: z
        .object({ mtbf: isoDuration.nullable(), previousMtbf: isoDuration.nullable() })
        .nullable()
        .describe('Failure data from its work; null before it was calculated'),
    }),
    version: version.describe('Optimistic-lock version of the asset in the analysis'),
  })
  .meta({ id: 'RiskAnalysisAsset' });
export type RiskAnalysisAsset = z.infer<typeof riskAnalysisAsset>;

/** Changes to an asset in an analysis; an omitted field is unchanged. */
export const riskAnalysisAssetChange = z
  .strictObject({
    improve: z.boolean(),
    improveDescription: text(500),
    consequenceValue: z
      .number()
      .nullable()
      .describe('Cost of failure in this analysis; null to use that of the twin or the asset'),
    probability: probabilityChange.describe(
      'Probability of the whole asset in this analysis only; with the state `removed`, that of the twin or the asset applies again',
    ),
  })
  .partial()
  .extend({ version: version.describe('Version of the asset in the analysis that you edited') })
  .meta({ id: 'RiskAnalysisAssetChange' });
export type RiskAnalysisAssetChange = z.infer<typeof riskAnalysisAssetChange>;

/** The applicable probability of an asset, or of a failure mode of its twin, in an analysis. */
export const riskAnalysisProbability = probability
  .extend({
    source: z
      .enum(['analysis', 'twin', 'asset', 'failure-mode'])
      .describe(
        'Source; `analysis` if it applies to this analysis only, else it is that of the twin, asset or failure mode',
      ),
    conditional: z
      .number()
      .nullable()
      .describe(
        'Percent probability of a failure by the end of the analysis, given survival to its `asOf`, not rounded; null while a repair is open',
      ),
  })
  .meta({ id: 'RiskAnalysisProbability' });
export type RiskAnalysisProbability = z.infer<typeof riskAnalysisProbability>;

export const newRiskAnalysisProbability = probabilityChange
  .extend({
    assetId: id.nullable().optional(),
    twinId: id.nullable().optional(),
    failureModeId: id
      .nullable()
      .default(null)
      .describe('Id of the failure mode; null for the asset as a whole'),
  })
  .meta({ id: 'NewRiskAnalysisProbability' });
export type NewRiskAnalysisProbability = z.infer<typeof newRiskAnalysisProbability>;

export const riskAnalysisProbabilityChange = newRiskAnalysisProbability
  .extend({ id: id.optional() })
  .meta({ id: 'RiskAnalysisProbabilityChange' });
export type RiskAnalysisProbabilityChange = z.infer<typeof riskAnalysisProbabilityChange>;

/** The number of assets that were added or removed. Assets already in the analysis, or not in it, don't count. */
const changed = z.object({ changed: z.number().int() });
const assetIds = z.array(id).min(1).max(1000);

const defineRoute = routeGroup('Risk analyses');

export const exportRiskAnalysisAssets = defineRoute('POST /api/riskanalyses/:id/assets/export', {
  access: 'apps',
  reads: true,
  summary:
    'Export the assets of a risk analysis as an xlsx workbook, in the columns of an import. Probability and cost are those set in this analysis',
  body: listBody,
  ...returnsFile('xlsx'),
});

export const listRiskAnalysisAssets = defineRoute('POST /api/riskanalyses/:id/assets/filters', {
  access: 'apps',
  summary:
    'List the assets of a risk analysis, highest risk first. Fields: AssetId, AssetName, AssetUniqueId, AssetClass, CategoryId, ClassId, TypeId, TwinId, Improve, CharacteristicLife (days), ComparativeMtbf (days), Opportunity, Probability, ProbabilitySource, Consequence, ConsequenceSource, FailureCost (the consequence, or the mean of those of its failure modes), Risk, ConditionalProbability, ConditionalRisk, RenewedAt, Shape, DistributionType, Library',
  query: createPaging(100),
  body: listBody,
  response: z.array(riskAnalysisAsset),
  paged: true,
});

export const addRiskAnalysisAssets = defineRoute('POST /api/riskanalyses/:id/assets', {
  access: 'write:risk-analysis',
  summary:
    'Add assets to a risk analysis. Refused for unknown assets, and above the maximum number of assets',
  body: assetIds,
  response: changed,
});

export const removeRiskAnalysisAssets = defineRoute('POST /api/riskanalyses/:id/assets/remove', {
  access: 'write:risk-analysis',
  summary: 'Remove assets from a risk analysis, with their settings in it',
  body: assetIds,
  response: changed,
});

export const getRiskAnalysisAsset = defineRoute('GET /api/riskanalyses/:id/assets/:assetId', {
  access: 'apps',
  summary: 'Get an asset of a risk analysis',
  response: riskAnalysisAsset,
});

export const updateRiskAnalysisAsset = defineRoute('PUT /api/riskanalyses/:id/assets/:assetId', {
  access: 'write:risk-analysis',
  summary:
    'Update the improvement mark and its reason, the cost of failure and the probability of an asset in this analysis, in one transaction',
  body: riskAnalysisAssetChange,
  response: riskAnalysisAsset,
});

export const listRiskAnalysisProbabilities = defineRoute(
  'GET /api/riskanalyses/:id/assets/:assetId/probabilities',
  {
    access: 'apps',
    summary:
      'List the probability of an asset in the analysis and, if it has a twin, those of its failure modes',
    query: z.object({ twinId: idParameter.optional() }),
    response: z.array(riskAnalysisProbability),
  },
);

export const createRiskAnalysisProbability = defineRoute(
  'POST /api/riskanalyses/:id/assets/:assetId/probabilities',
  {
    access: 'write:risk-analysis',
    summary: 'Create a probability for an asset, or a failure mode, in this analysis only',
    body: newRiskAnalysisProbability,
    status: 201,
    response: riskAnalysisProbability,
  },
);

export const updateRiskAnalysisProbability = defineRoute(
  'PUT /api/riskanalyses/:id/assets/:assetId/probabilities/:probabilityId',
  {
    access: 'write:risk-analysis',
    summary:
      'Update a probability in this analysis only. If it comes from the twin, asset or failure mode, a new one is created for the analysis. With the state `removed` it is deleted and null is returned',
    body: riskAnalysisProbabilityChange,
    response: riskAnalysisProbability.nullable(),
  },
);

export const deleteRiskAnalysisProbability = defineRoute(
  'DELETE /api/riskanalyses/:id/assets/:assetId/probabilities/:probabilityId',
  {
    access: 'write:risk-analysis',
    summary: 'Delete a probability of this analysis. That of the twin, asset or failure mode applies again',
  },
);
