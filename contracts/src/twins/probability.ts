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

/** Parameters without their distribution: `type` names it, or else a shape does. */
const parametersWithoutDistribution = z
  .object({
    distribution: z
      .null()
      .optional()
      .describe('Left out: Weibull for the type cdf or pdf, or a shape; else none'),
    type: z.enum(['cdf', 'pdf', 'none']).optional(),
    shape: z.number().optional(),
    scale: isoDuration.nullable().default(null),
  })
  .transform(({ type, shape, scale }, { addIssue }): FailureDistributionParameters => {
    if (type === 'none' || (type === undefined && shape === undefined)) {
      return { distribution: 'none', type: 'none', scale };
    }
    if (shape !== undefined && scale !== null)
      return { distribution: 'weibull', type: type ?? 'cdf', shape, scale };
    const path = [shape === undefined ? 'shape' : 'scale'];
    addIssue({ code: 'custom', path, message: 'Required.' });
    return z.NEVER;
  });

const givenParameters = z.discriminatedUnion('distribution', [
  ...failureDistributionParameters.options,
  parametersWithoutDistribution,
]);

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
        'Percent, for the distribution none: its scale follows from it, unless both are given and the percentage is as it was. Of a Weibull it is calculated',
      ),
    failureDistribution: z
      .enum(['none', 'weibull'])
      .optional()
      .describe('That of the parameters; none alone takes the place of another distribution'),
    failureDistributionParameters: givenParameters.optional(),
    library: z.boolean().default(false),
    dirtyFlags: z
      .array(z.literal('failureDistributionParameters'))
      .max(1)
      .optional()
      .describe('Given and empty: the parameters stay as they are'),
  })
  .meta({ id: 'ProbabilityChange' });
export type ProbabilityChange = z.infer<typeof probabilityChange>;
