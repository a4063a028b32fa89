import { z } from 'zod';
import { id, identifier, text, untrimmedText } from '../core/primitives.ts';
import { queryDisplay, queryLengths } from './query-definition.ts';

/** The cards of dashboards: content and position in the grid. */

export const gridColumns = 12;
/** The maximum number of rows of the grid. */
const maximumRow = 2000;
export const maximumCardHeight = 40;
export const maximumCards = 200;

/** Variables that a click or a menu of a dashboard filters its cards by. */
export const dashboardVariables = ['site', 'class', 'twin'] as const;
export type DashboardVariable = (typeof dashboardVariables)[number];

/** Figures of the plant that a number card shows. */
export const cardFigures = [
  'money-at-risk',
  'twins-above-zero',
  'open-excursions',
  'excursions',
  'active-advisories',
  'overdue-advisories',
  'new-advisories',
  'silent-twins',
  'stale-protections',
  'failed-protections',
  'stale-inputs',
] as const;
export type CardFigure = (typeof cardFigures)[number];

/** Parts of the alarm performance report that a card can show. */
export const alarmParts = ['figures', 'rate', 'targets', 'priorities', 'worst'] as const;
export type AlarmPart = (typeof alarmParts)[number];

const cell = (maximum: number) => z.number().int().min(0).max(maximum);
const base = {
  id: identifier(40).describe('Unique in its dashboard'),
  title: text(queryLengths.caption).default('').describe('Title; the default title of the card if omitted'),
  x: cell(gridColumns - 1),
  y: cell(maximumRow),
  w: cell(gridColumns).min(1),
  h: cell(maximumCardHeight).min(1),
};
const setsTwin = z
  .boolean()
  .optional()
  .describe('Whether a click on a twin sets the variable `twin` instead of opening the page of the twin');
const count = z.number().int().min(1).max(50).default(10).describe('The maximum number of rows');

/** Source of a number: a figure of the plant, the latest value of a tag, or the first number of a query. */
export const numberSource = z
  .discriminatedUnion('kind', [
    z.strictObject({ kind: z.literal('figure'), figure: z.enum(cardFigures) }),
    z.strictObject({ kind: z.literal('tag'), tagId: id }),
    z.strictObject({ kind: z.literal('query'), queryId: id }),
  ])
  .meta({ id: 'NumberSource' });
export type NumberSource = z.infer<typeof numberSource>;

export const dashboardCard = z
  .discriminatedUnion('kind', [
    z.strictObject({
      ...base,
      kind: z.literal('text'),
      text: untrimmedText(10_000).describe('Text in Markdown'),
    }),
    z.strictObject({
      ...base,
      kind: z.literal('query'),
      queryId: id,
      display: queryDisplay.optional().describe('Display to use instead of the display of the query'),
      sets: z
        .strictObject({ variable: z.enum(dashboardVariables), column: identifier(60) })
        .optional()
        .describe('Variable that a click sets to the value of a column of the clicked row'),
    }),
    z.strictObject({
      ...base,
      kind: z.literal('number'),
      source: numberSource,
    }),
    z.strictObject({
      ...base,
      kind: z.literal('trend'),
      tagId: id,
      protectionId: id
        .nullable()
        .default(null)
        .describe('Id of the protection whose thresholds and excursions are drawn'),
    }),
    z.strictObject({
      ...base,
      kind: z.literal('twin-map'),
      area: z.enum(['consequence', 'risk']).default('consequence'),
      group: z.enum(['structure', 'class']).default('structure'),
      setsTwin,
    }),
    z.strictObject({
      ...base,
      kind: z.literal('risk-matrix'),
      analysisId: id
        .nullable()
        .default(null)
        .describe('Id of the risk analysis; null for the one that was changed last'),
    }),
    z.strictObject({ ...base, kind: z.literal('top-risks'), count, setsTwin }),
    z.strictObject({ ...base, kind: z.literal('protection-record'), count }),
    z.strictObject({ ...base, kind: z.literal('advisories'), count }),
    z.strictObject({ ...base, kind: z.literal('excursions'), count }),
    z.strictObject({ ...base, kind: z.literal('silent-twins'), count, setsTwin }),
    z.strictObject({ ...base, kind: z.literal('levels') }),
    z.strictObject({
      ...base,
      kind: z.literal('alarm-performance'),
      part: z
        .enum(alarmParts)
        .default('targets')
        .describe('Part of the report. It covers the whole plant; only the range filters it'),
    }),
  ])
  .meta({ id: 'DashboardCard' });
export type DashboardCard = z.infer<typeof dashboardCard>;
export type CardKind = DashboardCard['kind'];
export type CardByKind<Kind extends CardKind> = Extract<DashboardCard, { kind: Kind }>;
