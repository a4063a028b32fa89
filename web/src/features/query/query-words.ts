import type { Sharing } from '@twinward/contracts/questions/query';
import type {
  ColumnAggregate,
  ConditionalColor,
  QueryDisplay,
  QueryParameter,
  SeriesAggregate,
  TimeUnit,
} from '@twinward/contracts/questions/query-definition';

type Words<Name extends string> = Readonly<Record<Name, string>>;

export const aggregateNames: Words<ColumnAggregate> = {
  count: 'Count',
  sum: 'Sum',
  mean: 'Mean',
  min: 'Minimum',
  max: 'Maximum',
  median: 'Median',
  percentile: 'Percentile',
  distinct: 'Number of different values',
};

/** Prefixes of field names in captions of results. */
export const aggregateWords: Words<ColumnAggregate> = {
  count: 'Number of',
  sum: 'Sum of',
  mean: 'Mean of',
  min: 'Minimum of',
  max: 'Maximum of',
  median: 'Median of',
  percentile: 'Percentile of',
  distinct: 'Distinct',
};

export const seriesAggregateNames: Words<SeriesAggregate> = {
  mean: 'Mean',
  minimum: 'Minimum',
  maximum: 'Maximum',
  sum: 'Sum',
  count: 'Count',
  first: 'First',
  last: 'Last',
};

export const timeUnitNames: Words<TimeUnit> = {
  hour: 'Hour',
  day: 'Day',
  week: 'Week',
  month: 'Month',
  quarter: 'Quarter',
  year: 'Year',
};

export const totalNames: Words<NonNullable<QueryDisplay['total']>> = {
  running: 'Running total',
  share: 'Share in percent',
  change: 'Change from previous value',
};

export const colorNames: Words<ConditionalColor['color']> = {
  green: 'Green',
  amber: 'Amber',
  red: 'Red',
  blue: 'Blue',
  grey: 'Grey',
};

export const parameterKindNames: Words<QueryParameter['kind']> = {
  text: 'Text',
  number: 'Number',
  boolean: 'Yes or no',
  date: 'Date',
  'date-time': 'Time',
  reference: 'Record',
};

export const sharingNames: Words<Sharing> = { private: 'Private', tenant: 'Shared' };
