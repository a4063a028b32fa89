import { z } from 'zod';
import { contentTypes } from '../core/content-types.ts';
import { listBody, pagingOf } from '../core/list.ts';
import { id, idParameter, idParams, isoDuration, text, version } from '../core/primitives.ts';
import { defineRoute } from '../core/route.ts';
import { probability, probabilityChange } from '../twins/probability.ts';

/** The origin of a figure of an asset in an analysis: the analysis, else the twin, else the asset, else the failure modes. */
export const riskSources = ['analysis', 'twin', 'asset', 'failure-modes'] as const;
export type RiskSource = (typeof riskSources)[number];

const percent = z.number().int().min(0).max(100);
const signedDuration = z.string().describe('ISO 8601 length of time, with a minus in front where negative');

/** An asset in an analysis, as its table shows it. */
export const riskAnalysisAsset = z
  .object({
    assetId: id,
    assetName: z.string(),
    assetUniqueId: z.string(),
    assetClass: z.string().nullable().describe('category//class//type, as far as it is known'),
    assetClassLabel: z.string().describe('category - class - type'),
    categoryId: id.nullable(),
    classId: id.nullable(),
    typeId: id.nullable(),
    twinId: id.nullable(),
    twinStartDate: z.iso.datetime().nullable(),
    outOfServiceAt: z.iso
      .datetime()
      .nullable()
      .describe('Its time in the analysis ends here, if before its end'),
    twinMissionTime: isoDuration.nullable(),
    improve: z.boolean(),
    improveDescription: z.string(),
    probabilityValue: percent.nullable().describe('Percent of failing by the end of the analysis'),
    probabilitySource: z
      .enum(riskSources)
      .nullable()
      .describe('failure-modes: the roll-up 1 - product(1 - Pi) of the failure modes of its twin'),
    probabilityFailureDistributionScale: isoDuration.nullable().describe('Characteristic life'),
    distributionType: z.enum(['none', 'weibull']).nullable(),
    shape: z.number().nullable(),
    library: z.boolean().describe('Its probability was taken from the library'),
    consequenceValue: z.number().int().nullable().describe('Cost of one failure'),
    consequenceSource: z
      .enum(riskSources)
      .nullable()
      .describe('failure-modes: the asset has none, and the risk is that of its failure modes'),
    risk: z
      .number()
      .nullable()
      .describe(
        'Probability / 100 x consequence; by failure modes without a consequence of the asset sum(Pi Ci)',
      ),
    opportunity: z
      .boolean()
      .nullable()
      .describe('Whether the probability is at or over the threshold; null: not calculated'),
    conditionalProbability: percent
      .nullable()
      .describe(
        'Percent of failing by the end of the analysis, given survival to its `asOf`; null while a repair is open',
      ),
    conditionalRisk: z.number().nullable().describe('As `risk`, by `conditionalProbability`'),
    renewedAt: z.iso
      .datetime()
      .nullable()
      .describe('Its age counts from here: its last renewal by completed work, or its start'),
    underRepair: z.boolean().describe('Corrective work was begun and is not completed'),
    comparativeMtbf: signedDuration
      .nullable()
      .describe('Its characteristic life less the library’s; null without either'),
    benchmarkIsExample: z.boolean().describe('Whether the library’s is an example'),
    benchmarkLevel: z
      .enum(['type', 'class', 'category'])
      .nullable()
      .describe('Of the taxonomy entry whose benchmark applies; null without a benchmark'),
    asset: z.object({
      failureData: z
        .object({ mtbf: isoDuration.nullable(), previousMtbf: isoDuration.nullable() })
        .nullable()
        .describe('What its work shows; null before it was calculated'),
    }),
    version: version.describe('Counts up with every change of the asset in the analysis'),
  })
  .meta({ id: 'RiskAnalysisAsset' });
export type RiskAnalysisAsset = z.infer<typeof riskAnalysisAsset>;

/** What of an asset in an analysis is to change: a field that is left out stays. */
export const riskAnalysisAssetChange = z
  .strictObject({
    improve: z.boolean(),
    improveDescription: text(500),
    consequenceValue: z
      .number()
      .nullable()
      .describe('Cost of failure in this analysis; null: what the twin or the asset says'),
    probability: probabilityChange.describe(
      'Of the asset as a whole, in this analysis alone; in the state removed, what the twin or the asset says holds again',
    ),
  })
  .partial()
  .extend({ version: version.describe('Of the asset in the analysis that was changed') })
  .meta({ id: 'RiskAnalysisAssetChange' });
export type RiskAnalysisAssetChange = z.infer<typeof riskAnalysisAssetChange>;

/** A probability as it holds in an analysis, of an asset or of a failure mode of its twin. */
export const riskAnalysisProbability = probability
  .extend({
    source: z
      .enum(['analysis', 'twin', 'asset', 'failure-mode'])
      .describe('Analysis: it holds in this one alone. Else it is what the twin, asset or failure mode says'),
    conditional: z
      .number()
      .nullable()
      .describe(
        'Percent of failing by the end of the analysis, given survival to its `asOf`, not rounded; null while a repair of it is open',
      ),
  })
  .meta({ id: 'RiskAnalysisProbability' });
export type RiskAnalysisProbability = z.infer<typeof riskAnalysisProbability>;

export const newRiskAnalysisProbability = probabilityChange
  .extend({
    assetId: id.nullable().optional(),
    twinId: id.nullable().optional(),
    failureModeId: id.nullable().default(null).describe('Null: of the asset as a whole'),
  })
  .meta({ id: 'NewRiskAnalysisProbability' });
export type NewRiskAnalysisProbability = z.infer<typeof newRiskAnalysisProbability>;

export const riskAnalysisProbabilityChange = newRiskAnalysisProbability
  .extend({ id: id.optional() })
  .meta({ id: 'RiskAnalysisProbabilityChange' });
export type RiskAnalysisProbabilityChange = z.infer<typeof riskAnalysisProbabilityChange>;

/** How many assets were added or removed; the others were in the analysis already, or weren't. */
const changed = z.object({ changed: z.number().int() });
const assetIds = z.array(id).min(1).max(1000);

const tag = 'Risk analyses';
const assetParams = z.object({ id: idParameter, assetId: idParameter });
const probabilityParams = z.object({ id: idParameter, assetId: idParameter, probabilityId: idParameter });

export const exportRiskAnalysisAssets = defineRoute({
  method: 'POST',
  path: '/api/riskanalyses/:id/assets/export',
  access: 'apps',
  reads: true,
  tag,
  summary:
    'The assets of a risk analysis as an xlsx workbook, in the columns that an import reads: of probability and cost what is said in this analysis',
  params: idParams,
  body: listBody,
  response: 'file',
  contentTypes: [contentTypes.xlsx],
});

export const listRiskAnalysisAssets = defineRoute({
  method: 'POST',
  path: '/api/riskanalyses/:id/assets/filters',
  access: 'apps',
  tag,
  summary:
    'The assets of a risk analysis, highest risk first. Fields: AssetId, AssetName, AssetUniqueId, AssetClass, CategoryId, ClassId, TypeId, TwinId, Improve, CharacteristicLife (days), ComparativeMtbf (days), Opportunity, Probability, ProbabilitySource, Consequence, ConsequenceSource, FailureCost (the consequence, or the mean of those of its failure modes), Risk, ConditionalProbability, ConditionalRisk, RenewedAt, Shape, DistributionType, Library',
  params: idParams,
  query: pagingOf(100),
  body: listBody,
  response: z.array(riskAnalysisAsset),
  paged: true,
});

export const addRiskAnalysisAssets = defineRoute({
  method: 'POST',
  path: '/api/riskanalyses/:id/assets',
  access: 'write:risk-analysis',
  tag,
  summary: 'Add assets to a risk analysis; unknown ones are refused, and more than it may hold',
  params: idParams,
  body: assetIds,
  response: changed,
});

export const removeRiskAnalysisAssets = defineRoute({
  method: 'POST',
  path: '/api/riskanalyses/:id/assets/remove',
  access: 'write:risk-analysis',
  tag,
  summary: 'Remove assets from a risk analysis, with what is known of them in it alone',
  params: idParams,
  body: assetIds,
  response: changed,
});

export const getRiskAnalysisAsset = defineRoute({
  method: 'GET',
  path: '/api/riskanalyses/:id/assets/:assetId',
  access: 'apps',
  tag,
  summary: 'One asset of a risk analysis',
  params: assetParams,
  response: riskAnalysisAsset,
});

export const updateRiskAnalysisAsset = defineRoute({
  method: 'PUT',
  path: '/api/riskanalyses/:id/assets/:assetId',
  access: 'write:risk-analysis',
  tag,
  summary:
    'Say whether to improve an asset, why, what a failure costs and how likely it is in this analysis: all of it, or nothing',
  params: assetParams,
  body: riskAnalysisAssetChange,
  response: riskAnalysisAsset,
});

export const listRiskAnalysisProbabilities = defineRoute({
  method: 'GET',
  path: '/api/riskanalyses/:id/assets/:assetId/probabilities',
  access: 'apps',
  tag,
  summary: 'The probability of an asset in the analysis and, given its twin, those of its failure modes',
  params: assetParams,
  query: z.object({ twinId: idParameter.optional() }),
  response: z.array(riskAnalysisProbability),
});

export const createRiskAnalysisProbability = defineRoute({
  method: 'POST',
  path: '/api/riskanalyses/:id/assets/:assetId/probabilities',
  access: 'write:risk-analysis',
  tag,
  summary: 'Give an asset, or a failure mode, a probability that holds in this analysis alone',
  params: assetParams,
  body: newRiskAnalysisProbability,
  status: 201,
  response: riskAnalysisProbability,
});

export const updateRiskAnalysisProbability = defineRoute({
  method: 'PUT',
  path: '/api/riskanalyses/:id/assets/:assetId/probabilities/:probabilityId',
  access: 'write:risk-analysis',
  tag,
  summary:
    'Change a probability in this analysis alone: of one that the twin, asset or failure mode says, a new one is made; one in the state removed is deleted, and answers null',
  params: probabilityParams,
  body: riskAnalysisProbabilityChange,
  response: riskAnalysisProbability.nullable(),
});

export const deleteRiskAnalysisProbability = defineRoute({
  method: 'DELETE',
  path: '/api/riskanalyses/:id/assets/:assetId/probabilities/:probabilityId',
  access: 'write:risk-analysis',
  tag,
  summary: 'Delete a probability of this analysis: what the twin, asset or failure mode says holds again',
  params: probabilityParams,
  status: 204,
});
