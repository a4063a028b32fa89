import { z } from 'zod';
import { comparisons, dataTypes, type FilterValue } from '../core/list.ts';
import { id, identifier, isoDuration, numberBetween, requiredText, text } from '../core/primitives.ts';
import { recordIdentifier } from '../records/field.ts';

/** The definition of a query: source, columns, filters, parameters and display. */

/** Maximum lengths of the texts of a query, in characters. */
export const queryLengths = {
  name: 100,
  description: 500,
  folder: 100,
  caption: 100,
  expression: 2000,
  linkTemplate: 500,
} as const;
export const maximumColumns = 50;
/** The maximum number of conditions in all filters of a query, including groups. */
export const maximumConditions = 200;
/** The maximum depth of nested filter groups. */
export const maximumFilterDepth = 10;
/** The maximum number of relationships in all paths of a query together. */
export const maximumJoins = 30;
/** The maximum number of rows of a result on screen. */
export const maximumRows = 10_000;
/** The maximum number of rows of an export. */
export const maximumExportRows = 1_000_000;
export const maximumSeriesTags = 1000;
export const maximumSeriesBuckets = 10_000;
/** The maximum number of tags multiplied by buckets in a series. */
export const maximumSeriesValues = 1_000_000;

/** The key of a column, used in sorts, computed columns and the display. */
const columnKey = identifier(60);

/** Names of relations and a field joined by dots, starting at the source: `twin.asset.uniqueId`. */
const fieldPath = z
  .string()
  .min(1, 'Please choose a field.')
  .max(300)
  .regex(/^[\w-]+(\.[\w-]+)*$/, 'Please give names of fields joined by dots, as in twin.asset.name.');

/**
 * A time as ISO 8601 or a date, or relative to the time of the query: `now`, `now-30d`, `now+1h`. `/d` rounds
 * down to the start of the unit in the user's time zone: `now-1M/M` is the start of the last month. Units: m,
 * h, d, w, M, Q, y.
 */
export const relativeTimePattern = /^now(?:([+-])(\d{1,5})([mhdwMQy]))?(?:\/([hdwMQy]))?$/;
export const queryTime = z
  .string()
  .max(40)
  .refine(
    // `Date.parse` also accepts texts that are not ISO 8601.
    (value) =>
      relativeTimePattern.test(value) || (/^\d{4}-\d\d-\d\d/.test(value) && !Number.isNaN(Date.parse(value))),
    'Please give a time, a date, or a relative time such as now-30d.',
  );

const scalar = z.union([z.string().max(1000), z.number(), z.boolean()]);

/** The value of a parameter. Null disables the conditions that use it. */
const parameterValue = z.union([scalar, z.array(scalar).max(1000)]).nullable();
export type ParameterValue = z.infer<typeof parameterValue>;
export const parameterValues = z
  .record(z.string().max(60), parameterValue)
  .refine((values) => Object.keys(values).length <= 50, 'Please give at most 50 parameters.')
  .describe('Values by name of the parameter; an omitted parameter has its default value');
export type ParameterValues = z.infer<typeof parameterValues>;

/** A reference to the value of a parameter. */
const parameterReference = z.strictObject({ parameter: recordIdentifier });

/** A condition on a field of the source or of a linked record. A time may be relative, such as `now-30d`. */
export interface QueryFieldFilter {
  field: string;
  operator: (typeof comparisons)[number];
  value?: FilterValue | FilterValue[] | { parameter: string } | undefined;
  dataType?: (typeof dataTypes)[number] | undefined;
}
export interface QueryGroupFilter {
  operator: 'GroupAnd' | 'GroupOr';
  filters: QueryFilter[];
}
export type QueryFilter = QueryFieldFilter | QueryGroupFilter;

const fieldFilter: z.ZodType<QueryFieldFilter, QueryFieldFilter> = z.strictObject({
  field: fieldPath,
  operator: z.enum(comparisons),
  value: z.union([scalar, z.array(scalar).max(1000), parameterReference]).optional(),
  dataType: z.enum(dataTypes).optional(),
});
const groupFilter: z.ZodType<QueryGroupFilter, QueryGroupFilter> = z.lazy(() =>
  z.strictObject({ operator: z.enum(['GroupAnd', 'GroupOr']), filters: z.array(queryFilter).max(100) }),
);
export const queryFilter: z.ZodType<QueryFilter, QueryFilter> = z
  .lazy(() => z.union([fieldFilter, groupFilter]))
  .meta({ id: 'QueryFilter' });
const filters = z.array(queryFilter).max(100).default([]);

const seriesAggregates = ['mean', 'minimum', 'maximum', 'sum', 'count', 'first', 'last'] as const;
export type SeriesAggregate = (typeof seriesAggregates)[number];

export const timeRange = z.strictObject({ from: queryTime, to: queryTime }).meta({ id: 'QueryTimeRange' });
export type QueryTimeRange = z.infer<typeof timeRange>;

const recordsSource = z.strictObject({
  kind: z.literal('records'),
  type: z.string().min(1, 'Please choose a type.').max(100).describe('Identifier of a record type'),
});

/** One row per tag and bucket, with the fields `time` and `value` and the relation `tag`. */
const seriesSource = z.strictObject({
  kind: z.literal('series'),
  tagIds: z.array(id).max(maximumSeriesTags).default([]),
  tagFilters: filters.describe('Conditions on tags; matching tags are added to tagIds'),
  aggregate: z.enum(seriesAggregates).default('mean'),
  bucket: isoDuration
    .default('PT1H')
    .describe('Length of a bucket; days and longer units follow the time zone'),
  range: timeRange.default({ from: 'now-7d', to: 'now' }),
});
export type SeriesSource = z.infer<typeof seriesSource>;

export const querySource = z
  .discriminatedUnion('kind', [recordsSource, seriesSource])
  .meta({ id: 'QuerySource' });
export type QuerySource = z.infer<typeof querySource>;

/** Units by which a column of dates is grouped, in the user's time zone. Weeks begin on Monday. */
export const timeUnits = ['hour', 'day', 'week', 'month', 'quarter', 'year'] as const;
export type TimeUnit = (typeof timeUnits)[number];

export const columnAggregates = [
  'count',
  'sum',
  'mean',
  'min',
  'max',
  'median',
  'percentile',
  'distinct',
] as const;
export type ColumnAggregate = (typeof columnAggregates)[number];

const column = {
  key: columnKey,
  caption: text(queryLengths.caption).optional().describe('Caption; the caption of the field by default'),
};

export const queryColumn = z
  .discriminatedUnion('kind', [
    z.strictObject({ ...column, kind: z.literal('field'), path: fieldPath }),
    z.strictObject({
      ...column,
      kind: z.literal('group'),
      path: fieldPath,
      by: z
        .union([z.enum(timeUnits), z.strictObject({ width: numberBetween(1e-9, 1e15) })])
        .optional()
        .describe('Unit of time for a time, width of a bucket for a number'),
    }),
    z.strictObject({
      ...column,
      kind: z.literal('aggregate'),
      aggregate: z.enum(columnAggregates),
      path: fieldPath.optional().describe('Path of the field; omit it for `count`, which counts records'),
      percentile: numberBetween(0, 100).optional(),
    }),
    z.strictObject({
      ...column,
      kind: z.literal('computed'),
      expression: requiredText(queryLengths.expression).describe(
        'Expression in Xen; [key] is the value of an earlier column',
      ),
    }),
  ])
  .meta({ id: 'QueryColumn' });
export type QueryColumn = z.infer<typeof queryColumn>;

const parameterKinds = ['text', 'number', 'boolean', 'date', 'date-time', 'reference'] as const;
export const queryParameter = z
  .strictObject({
    name: recordIdentifier,
    caption: requiredText(queryLengths.caption),
    kind: z.enum(parameterKinds),
    recordType: z.string().max(100).optional().describe('Record type, for a reference'),
    many: z.boolean().default(false).describe('Whether it accepts several values'),
    default: parameterValue.default(null),
  })
  .meta({ id: 'QueryParameter' });
export type QueryParameter = z.infer<typeof queryParameter>;

export const queryViews = [
  'table',
  'pivot',
  'bar',
  'line',
  'area',
  'pie',
  'scatter',
  'number',
  'heat-map',
  'tree-map',
] as const;
export type QueryView = (typeof queryViews)[number];

/** Color for cells, marks or numbers with a value from `from` up to, but not including, `to`. */
export const conditionalColor = z
  .strictObject({
    column: columnKey,
    from: z.number().nullable().default(null),
    to: z.number().nullable().default(null),
    color: z.enum(['green', 'amber', 'red', 'blue', 'grey']),
  })
  .meta({ id: 'ConditionalColor' });
export type ConditionalColor = z.infer<typeof conditionalColor>;

export const queryDisplay = z
  .strictObject({
    view: z.enum(queryViews).default('table'),
    category: columnKey
      .optional()
      .describe('Key of the column for the axis, the slices or the rows of a pivot'),
    series: columnKey
      .optional()
      .describe('Key of the column whose values are the series or the columns of a pivot'),
    values: z.array(columnKey).max(maximumColumns).default([]),
    stacked: z.boolean().default(false),
    topCount: z
      .number()
      .int()
      .min(1)
      .max(100)
      .optional()
      .describe('Number of groups to show; the others are combined as Other'),
    total: z.enum(['running', 'share', 'change']).optional(),
    conditionalColors: z.array(conditionalColor).max(20).default([]),
    linkTemplate: text(queryLengths.linkTemplate)
      .refine((template) => template === '' || /^\/(?!\/)/.test(template), 'Please begin with one slash.')
      .optional()
      .describe(
        'Target of a click, such as /apps/twins/{id}; {key} is the value of a column of the clicked row',
      ),
    theme: z.number().int().min(1).max(5).default(1),
  })
  .meta({ id: 'QueryDisplay' });
export type QueryDisplay = z.infer<typeof queryDisplay>;

export const querySort = z
  .strictObject({
    field: columnKey.describe('Key of a column'),
    direction: z.enum(['Ascending', 'Descending']),
  })
  .meta({ id: 'QuerySort' });

export const queryDefinition = z
  .strictObject({
    source: querySource,
    columns: z.array(queryColumn).min(1, 'Please choose a column.').max(maximumColumns),
    filters: filters.describe('Conditions on records, before grouping'),
    resultFilters: filters.describe('Conditions on columns, by key, after grouping'),
    parameters: z.array(queryParameter).max(20).default([]),
    sorts: z.array(querySort).max(10).default([]),
    limit: z.number().int().min(1).max(maximumRows).default(1000),
    fillGaps: z.boolean().default(true).describe('Whether time buckets without records get rows'),
    display: queryDisplay.default({
      view: 'table',
      values: [],
      stacked: false,
      conditionalColors: [],
      theme: 1,
    }),
  })
  .meta({ id: 'QueryDefinition' });
export type QueryDefinition = z.infer<typeof queryDefinition>;
