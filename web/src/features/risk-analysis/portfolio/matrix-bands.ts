import type { Portfolio } from '@twinward/contracts/risk/portfolio';

/** A field of the risk matrix: what stands in it, if anything, and how grave it is. */
export interface MatrixField {
  found: Portfolio['matrix'][number] | undefined;
  /** CSS colour; drawn as a tint under the page's own ink, so that it can be read in light and dark. */
  color: string;
}

/** How much of a field's colour is seen. */
export const tintOpacity = 0.22;

export interface MatrixRow {
  label: string;
  fields: readonly MatrixField[];
}

/** The risk matrix as it is read: the most probable at the top, the most costly at the right. */
export function layOutMatrix({ bands, matrix }: Pick<Portfolio, 'bands' | 'matrix'>): {
  columns: readonly string[];
  rows: readonly MatrixRow[];
} {
  const labels = bandLabels(bands.probability, (value) => `${value} %`);
  const columns = bandLabels(bands.consequence, shortMoney);
  const rows = labels.map((label, probability) => ({
    label,
    fields: columns.map((_, consequence) => ({
      found: matrix.find((one) => one.probability === probability && one.consequence === consequence),
      color: colorOf(
        probability / Math.max(labels.length - 1, 1),
        consequence / Math.max(columns.length - 1, 1),
      ),
    })),
  }));
  return { columns, rows: rows.toReversed() };
}

/** The colour of a field by where it stands between the least and the most, 0 to 1 each way. */
function colorOf(probability: number, consequence: number): string {
  const gravity = (probability + consequence) / 2;
  return gravity > 0.6 ? '#d32f2f' : gravity > 0.35 ? '#ffb300' : '#43a047';
}

/** What each band of some bounds is called. */
export function bandLabels(bounds: readonly number[], format: (value: number) => string): string[] {
  return [
    `under ${format(bounds[0]!)}`,
    ...bounds.map((bound, place) => {
      const next = bounds[place + 1];
      return next === undefined ? `${format(bound)} and over` : `${format(bound)} to ${format(next)}`;
    }),
  ];
}

/** Money of an axis: $10k, $1M. */
export function shortMoney(value: number): string {
  if (value >= 1_000_000) return `$${Number((value / 1_000_000).toPrecision(3))}M`;
  return value >= 1000 ? `$${Number((value / 1000).toPrecision(3))}k` : `$${value}`;
}
