import { z } from 'zod';
import { returnsFile } from '../core/content-types.ts';
import { id, integerBetween, largestInteger } from '../core/primitives.ts';
import { routeGroup } from '../core/route.ts';

/** The bands of a risk matrix, given by the lower bounds of all bands but the first. */
export const riskMatrixBands = z
  .strictObject({
    probability: z.array(integerBetween(1, 100)).min(1).max(9).describe('Bounds in whole percent, ascending'),
    consequence: z
      .array(integerBetween(1, largestInteger))
      .min(1)
      .max(9)
      .describe('Bounds in whole dollars, ascending'),
  })
  .superRefine((bands, context) => {
    for (const [name, bounds] of Object.entries(bands)) {
      const wrong = bounds.findIndex((bound, place) => place > 0 && bound <= bounds[place - 1]!);
      if (wrong > 0)
        context.addIssue({
          code: 'custom',
          path: [name, wrong],
          message: 'Please enter a larger number than the one before.',
        });
    }
  })
  .meta({ id: 'RiskMatrixBands' });
export type RiskMatrixBands = z.infer<typeof riskMatrixBands>;

/** The risk of a location or an equipment class. */
const group = z.object({
  id: id.nullable().describe('Id of the location or class; null for assets without one'),
  name: z.string(),
  assets: z.number().int(),
  risk: z.number(),
  overThreshold: z.number().int(),
});

/** The distribution of the risk of an analysis. */
export const portfolio = z
  .object({
    calculatedAt: z.iso.datetime().describe('Time of the calculation'),
    bands: riskMatrixBands,
    matrix: z
      .array(
        z.object({
          probability: z.number().int().describe('Index of the band, from 0'),
          consequence: z.number().int().describe('Index of the band, from 0'),
          assets: z.number().int(),
          risk: z.number(),
        }),
      )
      .describe('Cells that contain assets'),
    total: z.object({
      assets: z.number().int(),
      withRisk: z.number().int().describe('Number of assets with a probability and a cost of failure'),
      risk: z.number(),
    }),
    pareto: z
      .array(
        z.object({
          assetId: id,
          assetName: z.string(),
          probability: z.number().int(),
          consequence: z
            .number()
            .int()
            .nullable()
            .describe('Cost of a failure; null if the risk is that of the failure modes'),
          risk: z.number(),
          cumulative: z.number().describe('Cumulative percent of all risk, including this asset'),
        }),
      )
      .describe('Assets with the highest risk, at most 50'),
    locations: z.array(group).describe('Risk by location, highest first'),
    classes: z.array(group).describe('Risk by category and class, highest first'),
  })
  .meta({ id: 'Portfolio' });
export type Portfolio = z.infer<typeof portfolio>;

const defineRoute = routeGroup('Risk analyses');

export const getPortfolio = defineRoute('GET /api/riskanalyses/:id/portfolio', {
  access: 'apps',
  summary: 'Get the distribution of the risk of an analysis: matrix, Pareto, by location and by class',
  response: portfolio,
});

export const exportPortfolio = defineRoute('GET /api/riskanalyses/:id/portfolio.xlsx', {
  access: 'apps',
  summary: 'Export the distribution of the risk of an analysis as a workbook',
  ...returnsFile('xlsx'),
});

export const getRiskMatrixBands = defineRoute('GET /api/settings/riskmatrix', {
  access: 'signed-in',
  tag: 'Settings',
  summary: 'Get the bands of the risk matrix',
  response: riskMatrixBands,
});

export const setRiskMatrixBands = defineRoute('PUT /api/settings/riskmatrix', {
  access: 'system',
  tag: 'Settings',
  summary: 'Update the bands of the risk matrix',
  body: riskMatrixBands,
  response: riskMatrixBands,
});
