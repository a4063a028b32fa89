import { z } from 'zod';
import { lifeCycleState } from '../assets/life-cycle.ts';
import { id, isoDuration } from '../core/primitives.ts';

export const failureDistributionParameters = z.discriminatedUnion('distribution', [
  z.object({
    distribution: z.literal('weibull'),
    type: z
      .enum(['cdf', 'pdf'])
      .default('cdf')
      .describe('Curve that the chart shows; the value always comes from the cdf'),
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

/** Parameters without a distribution, which follows from `type`, or else from the presence of a shape. */
const parametersWithoutDistribution = z
  .object({
    distribution: z
      .null()
      .optional()
      .describe('Omit for weibull if the type is cdf or pdf or there is a shape, and for none otherwise'),
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

/** The owner of a probability or consequence; exactly one of the ids is set. */
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
      .describe(
        'Probability of a failure in the mission, in percent; null without a start date or mission time',
      ),
    riskAnalysisValue: z
      .number()
      .int()
      .min(0)
      .max(100)
      .nullable()
      .describe('Probability of a failure by the end of its risk analysis, in percent'),
    failureDistribution: z.enum(['none', 'weibull']),
    failureDistributionParameters,
    library: z.boolean().describe('Whether it was taken from a library model'),
    lifeCycleState: z.null().describe('Always null, which means that it exists'),
  })
  .meta({ id: 'Probability' });
export type Probability = z.infer<typeof probability>;

/** A probability as a form sends it. With the state `removed` or `notdefined`, it needs no other fields. */
export const probabilityChange = z
  .strictObject({
    lifeCycleState: lifeCycleState('probability'),
    value: z
      .number()
      .nullable()
      .default(null)
      .describe(
        'Probability in percent, for the distribution none. The scale is calculated from it, unless both are given and the percentage is unchanged. For weibull, the probability is calculated',
      ),
    failureDistribution: z
      .enum(['none', 'weibull'])
      .optional()
      .describe('Distribution of the parameters; none without parameters replaces another distribution'),
    failureDistributionParameters: givenParameters.optional(),
    library: z.boolean().default(false),
    dirtyFlags: z
      .array(z.literal('failureDistributionParameters'))
      .max(1)
      .optional()
      .describe('An empty list leaves the parameters unchanged'),
  })
  .meta({ id: 'ProbabilityChange' });
export type ProbabilityChange = z.infer<typeof probabilityChange>;
