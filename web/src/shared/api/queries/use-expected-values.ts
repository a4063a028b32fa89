import { keepPreviousData } from '@tanstack/react-query';
import type {
  ExpectedInput,
  ExpectedValues,
  getExpectedValues,
} from '@twinward/contracts/protections/expected-value';
import type { PlotFrame } from '../../../ui/chart/plot.ts';
import type { Range } from '../../../ui/chart/range.ts';
import type { ChartSeries } from '../../../ui/chart/series.ts';
import { noRange, useDrawnRange } from '../../../ui/chart/use-drawn-range.ts';
import { useApiQuery } from '../api-query.ts';

const mostBuckets = 1000;

/**
 * Expected values of the inputs of a pattern protection over a range; undefined without a model of expected values.
 * @param protectionId null sends no request
 */
export function useExpectedValues(protectionId: number | null, range: Range, frame: PlotFrame) {
  const drawn = useDrawnRange(range, frame);
  const { from, to, columns } = drawn ?? noRange;
  const buckets = String(Math.max(1, Math.min(mostBuckets, Math.floor(Number(columns) / 2))));
  return useApiQuery<typeof getExpectedValues>(
    ['protections', { protectionId: protectionId ?? 0, expected: { from, to, buckets } }],
    'GET /api/indicators/:id/expected-values',
    { params: { id: protectionId ?? 0 }, query: { from, to, buckets } },
    { placeholderData: keepPreviousData, enabled: drawn !== null && protectionId !== null },
  );
}

const toColumns = ({ width, times }: ExpectedValues) => ({
  merged: true,
  width,
  times: times.map((start) => start + width / 2),
});

/** The expected band of an input as a chart series, with the expected value as its mean. */
export const toBandSeries = (
  values: ExpectedValues,
  { low, expected, high }: ExpectedInput,
): ChartSeries => ({
  ...toColumns(values),
  low,
  mean: expected,
  high,
});

/** The deviation of an input as a chart series. Buckets without a value are omitted. */
export function toDeviationSeries(values: ExpectedValues, { deviation }: ExpectedInput): ChartSeries {
  const { width, times } = toColumns(values);
  const known = deviation.flatMap((value, index) => (value === null ? [] : [index]));
  const column = known.map((index) => deviation[index]!);
  return {
    merged: false,
    width,
    times: known.map((index) => times[index]!),
    low: column,
    mean: column,
    high: column,
  };
}
