import { z } from 'zod';
import { advisoryStates } from '../advisories/advisory.ts';
import { drawnSpan } from '../core/drawn-span.ts';
import { epochMilliseconds, id, text } from '../core/primitives.ts';
import { routeGroup } from '../core/route.ts';
import { alarmReport } from '../protections/alarm-report.ts';
import { excursion } from '../protections/protection.ts';
import { level } from '../protections/threshold.ts';
import { portfolio } from '../risk/portfolio.ts';
import { pointSeries } from '../signals/data-point.ts';
import { unit } from '../system/unit.ts';
import { activeTwinLevels } from '../twins/twin.ts';
import { dashboardId } from './dashboard.ts';
import { dashboardCard } from './dashboard-card.ts';
import { parameterValues, queryDisplay, timeRange } from './query-definition.ts';
import { queryResult } from './query-result.ts';
import { twinMap, twinMapLevels } from './twin-map.ts';

/** The contents of dashboard cards. Each card is read by its own call, with the rights of its reader. */

/** Filters of the cards: the variables and the range of the dashboard. */
export const cardValues = z
  .strictObject({
    site: id.optional().describe('Id of an asset; filters by the twins of the asset and of its descendants'),
    class: id
      .optional()
      .describe('Id of a taxonomy entry; filters by the twins of this category, class or type'),
    twin: id.optional(),
    range: timeRange,
  })
  .meta({ id: 'CardValues' });
export type CardValues = z.infer<typeof cardValues>;

const ranked = z.object({
  twinId: id,
  assetName: z.string(),
  level: level.nullable(),
  probability: z.number().nullable().describe('Probability in percent'),
  consequence: z.number().nullable(),
  risk: z.number(),
});
export type RankedTwin = z.infer<typeof ranked>;

const silentTwin = z.object({
  twinId: id,
  assetName: z.string(),
  level: level.nullable().describe('Level of the twin at the last evaluation'),
  silentSince: z.iso.datetime(),
});
export type SilentTwin = z.infer<typeof silentTwin>;

const recordOfProtection = z.object({
  protectionId: id,
  protectionName: z.string(),
  twinId: id,
  assetName: z.string(),
  confirmed: z.number().int(),
  prevented: z.number().int(),
  falseAlarm: z.number().int(),
  noAction: z.number().int(),
  open: z.number().int(),
  precision: z
    .number()
    .nullable()
    .describe('Share of its advisories that were right, 0 to 1; null if none was judged right or wrong'),
});
export type RecordOfProtection = z.infer<typeof recordOfProtection>;

const waitingAdvisory = z.object({
  id,
  twinId: id,
  assetName: z.string(),
  name: z.string(),
  state: z.enum(advisoryStates),
  level: level.nullable(),
  targetDate: z.iso.datetime().nullable(),
  overdue: z.boolean(),
});
export type WaitingAdvisory = z.infer<typeof waitingAdvisory>;

export const cardData = z
  .discriminatedUnion('kind', [
    z.object({
      kind: z.literal('query'),
      query: z.object({ id, name: z.string() }),
      display: queryDisplay,
      parameters: parameterValues.describe('Parameter values of the query run'),
      isGrouped: z.boolean().describe('Whether a row combines several records'),
      result: queryResult,
    }),
    z.object({
      kind: z.literal('number'),
      caption: z.string(),
      format: z.enum(['count', 'money', 'number']),
      unit: z.string().nullable().describe('UCUM code of the unit'),
      parameters: parameterValues.optional().describe('Parameter values of the query run'),
      value: z.number().nullable(),
      previous: z
        .number()
        .nullable()
        .describe('Value for the previous range, or at the start of the range; null if unknown'),
      spark: z
        .object({ times: z.array(epochMilliseconds), values: z.array(z.number().nullable()) })
        .nullable()
        .describe('Values over the range; null if unknown'),
    }),
    z.object({
      kind: z.literal('trend'),
      tag: z.object({ id, name: z.string(), caption: z.string(), unit: z.string().nullable() }),
      twinId: id.nullable().describe('Twin of the protection'),
      from: epochMilliseconds,
      to: epochMilliseconds,
      series: pointSeries,
      protection: z
        .object({
          id,
          name: z.string(),
          inputs: z.array(z.object({ alias: z.string(), tagId: id, unit: z.string().nullable() })),
          thresholds: z.array(
            z.object({
              id,
              name: z.string(),
              alias: z.string().nullable(),
              logic: z.string(),
              level: level.nullable(),
            }),
          ),
        })
        .nullable(),
      units: z.array(unit).describe('Units of the tag and the inputs'),
      excursions: z.array(z.object({ level: level.nullable(), spans: z.array(drawnSpan) })),
    }),
    z.object({ kind: z.literal('twin-map'), map: twinMap, levels: twinMapLevels }),
    z.object({
      kind: z.literal('risk-matrix'),
      analysis: z
        .object({ id, name: z.string() })
        .nullable()
        .describe('The risk analysis; null if there is none'),
      portfolio: portfolio.pick({ bands: true, matrix: true, total: true }).nullable(),
    }),
    z.object({ kind: z.literal('top-risks'), twins: z.array(ranked), total: z.number().int() }),
    z.object({ kind: z.literal('protection-record'), protections: z.array(recordOfProtection) }),
    z.object({
      kind: z.literal('advisories'),
      states: z.array(z.object({ state: z.enum(advisoryStates), count: z.number().int() })),
      overdue: z.number().int(),
      waiting: z
        .array(waitingAdvisory)
        .describe('Active and submitted advisories: overdue first, then by level'),
    }),
    z.object({
      kind: z.literal('excursions'),
      excursions: z.array(excursion),
      total: z.number().int().describe('Number of excursions that began in the range'),
    }),
    z.object({ kind: z.literal('silent-twins'), twins: z.array(silentTwin), total: z.number().int() }),
    z.object({ kind: z.literal('levels'), levels: activeTwinLevels }),
    z.object({ kind: z.literal('alarm-performance'), report: alarmReport }),
  ])
  .meta({ id: 'CardData' });
export type CardData = z.infer<typeof cardData>;
export type DataByKind<Kind extends CardData['kind']> = Extract<CardData, { kind: Kind }>;

/** Width of the chart: the number of buckets into which points are merged. */
const columns = z.number().int().min(10).max(2000).default(300);

/**
 * Maximum age, in milliseconds, of a result for a renewed card: screens that react to the same change share one
 * run of the query.
 */
export const renewalAge = 5000;
const fresh = z
  .boolean()
  .default(false)
  .describe('Whether results of a query must be at most 5 s old instead of 30 s');

const defineRoute = routeGroup('Dashboards');

export const readCard = defineRoute('POST /api/dashboards/cards', {
  access: 'apps',
  reads: true,
  summary: 'Read the data of a card, whether or not it is part of a dashboard',
  body: z.strictObject({ card: dashboardCard, values: cardValues, columns, fresh }),
  response: cardData,
});

export const readDashboardCard = defineRoute('POST /api/dashboards/:id/cards/:cardId', {
  access: 'apps',
  reads: true,
  display: true,
  summary: 'Read the data of a card of a dashboard, also from a display',
  params: z.object({ id: dashboardId, cardId: z.string().max(40) }),
  body: z.strictObject({ values: cardValues, columns, fresh }),
  response: cardData,
});

const variableChoice = z.object({
  id,
  name: z.string(),
  depth: z.number().int(),
  parent: z.string().nullable().describe('Name of the parent; null at the top level'),
});

export const variableChoices = z
  .object({ sites: z.array(variableChoice), classes: z.array(variableChoice) })
  .meta({ id: 'VariableChoices' });
export type VariableChoices = z.infer<typeof variableChoices>;

export const getVariableChoices = defineRoute('GET /api/dashboards/variables', {
  access: 'apps',
  summary: 'List the sites and classes that have twins, for the menus of dashboards: the first 500 of each',
  query: z.object({ find: text(200).default('').describe('Part of the name to search for') }),
  response: variableChoices,
});
