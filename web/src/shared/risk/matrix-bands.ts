import type { Portfolio } from '@twinward/contracts/risk/portfolio';

/** A cell of the risk matrix: its content, if any, and its severity. */
export interface MatrixField {
  found: Portfolio['matrix'][number] | undefined;
  /** CSS colour, drawn as a tint under text so that it is readable in both colour schemes. */
  color: string;
}

/** Opacity of a cell's colour. */
export const tintOpacity = 0.22;

export interface MatrixRow {
  label: string;
  fields: readonly MatrixField[];
}

/** The cells of the risk matrix in display order: highest probability at the top, highest cost at the right. */
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
      color: cellColor(
        probability / Math.max(labels.length - 1, 1),
        consequence / Math.max(columns.length - 1, 1),
      ),
    })),
  }));
  return { columns, rows: rows.toReversed() };
}

/** The colour of a cell by its position, 0 to 1 on each axis. */
function cellColor(probability: number, consequence: number): string {
  const gravity = (probability + consequence) / 2;
  return gravity > 0.6 ? '#d32f2f' : gravity > 0.35 ? '#ffb300' : '#43a047';
}

/** Labels of the bands between some bounds. */
export function bandLabels(bounds: readonly number[], format: (value: number) => string): string[] {
  return [
    `under ${format(bounds[0]!)}`,
    ...bounds.map((bound, place) => {
      const next = bounds[place + 1];
      return next === undefined ? `${format(bound)} and over` : `${format(bound)} to ${format(next)}`;
    }),
  ];
}

/** Money on an axis: $10k, $1M. */
export function shortMoney(value: number): string {
  if (value >= 1_000_000) return `$${Number((value / 1_000_000).toPrecision(3))}M`;
  return value >= 1000 ? `$${Number((value / 1000).toPrecision(3))}k` : `$${value}`;
}
