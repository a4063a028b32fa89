import { z } from 'zod';
import { lifeCycleState } from '../assets/life-cycle.ts';
import { id, isoDuration } from '../core/primitives.ts';

export const failureDistributionParameters = z.discriminatedUnion('distribution', [
  z.object({
    distribution: z.literal('weibull'),
    type: z.enum(['cdf', 'pdf']).default('cdf').describe('What the chart shows; the value is of the cdf'),
    shape: z.number(),
    scale: isoDuration,
  }),
  z.object({
    distribution: z.literal('none'),
    type: z.literal('none').default('none'),
    scale: isoDuration.nullable(),
  }),
]);
export type FailureDistributionParameters = z.infer<typeof failureDistributionParameters>;

/** Whose a probability or consequence is: exactly one of them is given. */
export const riskOwner = {
  assetId: id.nullable(),
  twinId: id.nullable(),
  failureModeId: id.nullable(),
};

export const probability = z
  .object({
    id,
    ...riskOwner,
    value: z
      .number()
      .int()
      .min(0)
      .max(100)
      .nullable()
      .describe('Percent of failing within the mission; null without a start date or mission time'),
    riskAnalysisValue: z
      .number()
      .int()
      .min(0)
      .max(100)
      .nullable()
      .describe('Percent of failing by the end of the analysis that it belongs to'),
    failureDistribution: z.enum(['none', 'weibull']),
    failureDistributionParameters,
    library: z.boolean().describe('Taken from a model of the library'),
    lifeCycleState: z.null().describe('Null: it exists'),
  })
  .meta({ id: 'Probability' });
export type Probability = z.infer<typeof probability>;

/** A probability as a form leaves it. A `removed` or `notdefined` one needs nothing but its state. */
export const probabilityChange = z
  .strictObject({
    lifeCycleState: lifeCycleState('probability'),
    value: z
      .number()
      .nullable()
      .default(null)
      .describe(
        'Percent, for the distribution none: its scale follows from it. Of a Weibull it is calculated',
      ),
    failureDistributionParameters: failureDistributionParameters.optional(),
    library: z.boolean().default(false),
    dirtyFlags: z
      .array(z.literal('failureDistributionParameters'))
      .max(1)
      .optional()
      .describe('Given and empty: the parameters stay as they are'),
  })
  .meta({ id: 'ProbabilityChange' });
export type ProbabilityChange = z.infer<typeof probabilityChange>;
