import { z } from 'zod';
import { id, idParams, integerBetween } from '../core/primitives.ts';
import { defineRoute } from '../core/route.ts';
import { level } from '../protections/threshold.ts';

const tag = 'Risk history';
const day = z.iso.date().describe('In the time zone of the plant');
const money = z.number();

/** A number of days in a query string. */
const daysParameter = (fallback: number) =>
  z
    .string()
    .regex(/^\d{1,4}$/, 'Please enter an integer.')
    .default(String(fallback))
    .transform(Number)
    .pipe(integerBetween(1, 1830));

/** The figures of a twin or failure mode at the end of a day. */
const figures = {
  probability: z.number().int().nullable().describe('Percent'),
  consequence: z.number().int().nullable(),
  risk: money.nullable(),
};
const riskFigures = z.object(figures);
export type RiskFigures = z.infer<typeof riskFigures>;

/** A twin whose risk is not what it was. */
export const riskCause = z
  .object({
    twinId: id,
    assetName: z.string(),
    state: z
      .enum(['in-service', 'out-of-service', 'deleted'])
      .describe('Now; only twins in service have a risk'),
    before: riskFigures.nullable().describe('Null: it was not there, or out of service'),
    now: riskFigures.nullable().describe('Null: deleted or out of service'),
    change: money,
    failureModes: z
      .array(
        z.object({
          name: z.string(),
          before: money.nullable(),
          now: money.nullable(),
        }),
      )
      .describe('Those whose risk changed most, at most three'),
  })
  .meta({ id: 'RiskCause' });
export type RiskCause = z.infer<typeof riskCause>;

/** The risk of all twins in service over the last days, and what changed it. */
export const plantRiskHistory = z
  .object({
    today: day,
    from: day.describe(
      'The day that is compared with: the first of the history where that is later than asked for',
    ),
    firstDay: day.nullable().describe('Before it there is no history; null: none yet'),
    now: money.describe('The risk of all twins in service'),
    before: money.nullable().describe('At the end of the day compared with; null without history'),
    withoutRisk: z.number().int().describe('Twins in service without a probability or a cost of failure'),
    days: z.array(z.object({ day, risk: money })).describe('At the end of each day; of today, as it is now'),
    causes: z.array(riskCause).describe('The twins whose risk changed most, at most ten'),
    otherCauses: z
      .object({ twins: z.number().int(), change: money })
      .describe('The other twins whose risk changed'),
  })
  .meta({ id: 'PlantRiskHistory' });
export type PlantRiskHistory = z.infer<typeof plantRiskHistory>;

const step = z.object({
  from: day,
  until: day.nullable().describe('The first day on which the figures no longer hold; null while they do'),
  ...figures,
  level: level.nullable().describe('The highest of the day; null for a failure mode'),
});
export type RiskStep = z.infer<typeof step>;

/** The risk of a twin and its failure modes, a step for each time that a figure changed. */
export const twinRiskHistory = z
  .object({
    today: day,
    from: day,
    firstDay: day.nullable().describe('Before it there is no history; null: none yet'),
    steps: z.array(step).describe('Those that hold on one of the days, oldest first'),
    failureModes: z.array(
      z.object({
        id,
        name: z.string(),
        isDeleted: z.boolean(),
        steps: z.array(step),
      }),
    ),
  })
  .meta({ id: 'TwinRiskHistory' });
export type TwinRiskHistory = z.infer<typeof twinRiskHistory>;

export const getRiskHistory = defineRoute({
  method: 'GET',
  path: '/api/risk-history',
  access: 'apps',
  tag,
  summary: 'The risk of all twins in service by day, and the twins that changed it',
  query: z.object({ days: daysParameter(30) }),
  response: plantRiskHistory,
});

export const getTwinRiskHistory = defineRoute({
  method: 'GET',
  path: '/api/risk-history/twins/:id',
  access: 'apps',
  tag,
  summary: 'The risk of a twin and its failure modes over the last days',
  params: idParams,
  query: z.object({ days: daysParameter(365) }),
  response: twinRiskHistory,
});
