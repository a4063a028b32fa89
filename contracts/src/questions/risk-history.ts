import { z } from 'zod';
import { id, integerBetween } from '../core/primitives.ts';
import { routeGroup } from '../core/route.ts';
import { level } from '../protections/threshold.ts';

const defineRoute = routeGroup('Risk history');
const day = z.iso.date().describe('Day in the time zone of the plant');
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
  probability: z.number().int().nullable().describe('Probability in percent'),
  consequence: z.number().int().nullable(),
  risk: money.nullable(),
};
const riskFigures = z.object(figures);
export type RiskFigures = z.infer<typeof riskFigures>;

/** A twin whose risk has changed. */
export const riskCause = z
  .object({
    twinId: id,
    assetName: z.string(),
    state: z
      .enum(['in-service', 'out-of-service', 'deleted'])
      .describe('Current state; only twins in service have a risk'),
    before: riskFigures
      .nullable()
      .describe('Risk before the change; null if the twin did not exist or was out of service'),
    now: riskFigures.nullable().describe('Current risk; null if the twin was deleted or is out of service'),
    change: money,
    failureModes: z
      .array(
        z.object({
          name: z.string(),
          before: money.nullable(),
          now: money.nullable(),
        }),
      )
      .describe('The failure modes with the largest changes of risk, at most three'),
  })
  .meta({ id: 'RiskCause' });
export type RiskCause = z.infer<typeof riskCause>;

/** The risk of all twins in service over the last days, and the causes of changes. */
export const plantRiskHistory = z
  .object({
    today: day,
    from: day.describe('Day of the comparison; the first day of the history if that is later than requested'),
    firstDay: day.nullable().describe('First day of the history; null if there is none yet'),
    now: money.describe('Current risk of all twins in service'),
    before: money.nullable().describe('Risk at the end of the day of comparison; null without history'),
    withoutRisk: z
      .number()
      .int()
      .describe('Number of twins in service without a probability or a cost of failure'),
    days: z
      .array(z.object({ day, risk: money }))
      .describe('Risk at the end of each day, and the current risk for today'),
    causes: z.array(riskCause).describe('The twins with the largest changes of risk, at most ten'),
    otherCauses: z
      .object({ twins: z.number().int(), change: money })
      .describe('Summary of the other twins whose risk changed'),
  })
  .meta({ id: 'PlantRiskHistory' });
export type PlantRiskHistory = z.infer<typeof plantRiskHistory>;

const step = z.object({
  from: day,
  until: day.nullable().describe('First day on which the figures no longer apply; null if they are current'),
  ...figures,
  level: level.nullable().describe('Highest level of the day; null for a failure mode'),
});
export type RiskStep = z.infer<typeof step>;

/** The risk of a twin and its failure modes, one step per change of a figure. */
export const twinRiskHistory = z
  .object({
    today: day,
    from: day,
    firstDay: day.nullable().describe('First day of the history; null if there is none yet'),
    steps: z.array(step).describe('Steps that apply on one of the days, oldest first'),
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

export const getRiskHistory = defineRoute('GET /api/risk-history', {
  access: 'apps',
  summary: 'Get the risk of all twins in service by day, and the twins that changed it',
  query: z.object({ days: daysParameter(30) }),
  response: plantRiskHistory,
});

export const getTwinRiskHistory = defineRoute('GET /api/risk-history/twins/:id', {
  access: 'apps',
  summary: 'Get the risk of a twin and its failure modes over the last days',
  query: z.object({ days: daysParameter(365) }),
  response: twinRiskHistory,
});
