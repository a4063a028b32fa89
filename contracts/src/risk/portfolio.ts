import { z } from 'zod';
import { contentTypes } from '../core/content-types.ts';
import { id, idParams, integerBetween, largestInteger } from '../core/primitives.ts';
import { defineRoute } from '../core/route.ts';

/** Bounds between the bands of a risk matrix, each the least value of the band that it begins. */
export const riskMatrixBands = z
  .strictObject({
    probability: z.array(integerBetween(1, 100)).min(1).max(9).describe('Whole percent, rising'),
    consequence: z.array(integerBetween(1, largestInteger)).min(1).max(9).describe('Whole dollars, rising'),
  })
  .superRefine((bands, context) => {
    for (const [name, bounds] of Object.entries(bands)) {
      const wrong = bounds.findIndex((bound, place) => place > 0 && bound <= bounds[place - 1]!);
      if (wrong > 0)
        context.addIssue({
          code: 'custom',
          path: [name, wrong],
          message: 'Please enter a larger number than before.',
        });
    }
  })
  .meta({ id: 'RiskMatrixBands' });
export type RiskMatrixBands = z.infer<typeof riskMatrixBands>;

/** Risk by a place or a kind of equipment. */
const group = z.object({
  id: id.nullable().describe('Null: of assets that have none'),
  name: z.string(),
  assets: z.number().int(),
  risk: z.number(),
  overThreshold: z.number().int(),
});

/** Where the risk of an analysis is. */
export const portfolio = z
  .object({
    calculatedAt: z.iso.datetime().describe('When the figures were read'),
    bands: riskMatrixBands,
    matrix: z
      .array(
        z.object({
          probability: z.number().int().describe('Band, from 0'),
          consequence: z.number().int().describe('Band, from 0'),
          assets: z.number().int(),
          risk: z.number(),
        }),
      )
      .describe('The fields in which there are assets'),
    total: z.object({
      assets: z.number().int(),
      withRisk: z.number().int().describe('Those with a probability and a cost of failure'),
      risk: z.number(),
    }),
    pareto: z
      .array(
        z.object({
          assetId: id,
          assetName: z.string(),
          probability: z.number().int(),
          consequence: z.number().int().nullable().describe('Null: the risk is that of its failure modes'),
          risk: z.number(),
          cumulative: z.number().describe('Percent of all risk, with those before it'),
        }),
      )
      .describe('The assets with the most risk, at most 50'),
    locations: z.array(group).describe('By what an asset stands in, the most risk first'),
    classes: z.array(group).describe('By category and class, the most risk first'),
  })
  .meta({ id: 'Portfolio' });
export type Portfolio = z.infer<typeof portfolio>;

const tag = 'Risk analyses';

export const getPortfolio = defineRoute({
  method: 'GET',
  path: '/api/riskanalyses/:id/portfolio',
  access: 'apps',
  tag,
  summary: 'Where the risk of an analysis is: matrix, Pareto, by location and by class',
  params: idParams,
  response: portfolio,
});

export const exportPortfolio = defineRoute({
  method: 'GET',
  path: '/api/riskanalyses/:id/portfolio.xlsx',
  access: 'apps',
  tag,
  summary: 'The same as a workbook',
  params: idParams,
  response: 'file',
  contentTypes: [contentTypes.xlsx],
});

export const getRiskMatrixBands = defineRoute({
  method: 'GET',
  path: '/api/settings/riskmatrix',
  access: 'signed-in',
  tag: 'Settings',
  summary: 'The bands of the risk matrix',
  response: riskMatrixBands,
});

export const setRiskMatrixBands = defineRoute({
  method: 'PUT',
  path: '/api/settings/riskmatrix',
  access: 'system',
  tag: 'Settings',
  summary: 'Set the bands of the risk matrix',
  body: riskMatrixBands,
  response: riskMatrixBands,
});
