import type { Portfolio } from '@twinward/contracts/risk/portfolio';
import { analysisAssetsPath } from '../address/paths.ts';
import { type Band, bandLabel, bandsBetween, writeBand } from './band.ts';

/** A cell of the risk matrix: its content, if any, and its severity. */
export interface MatrixField {
  found: Portfolio['matrix'][number] | undefined;
  probability: Band;
  cost: Band;
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
  const probabilities = bandsBetween(bands.probability);
  const costs = bandsBetween(bands.consequence);
  const rows = probabilities.map((probability, row) => ({
    label: probabilityLabel(probability),
    fields: costs.map((cost, column) => ({
      found: matrix.find((one) => one.probability === row && one.consequence === column),
      probability,
      cost,
      color: cellColor(row / Math.max(probabilities.length - 1, 1), column / Math.max(costs.length - 1, 1)),
    })),
  }));
  return { columns: costs.map(costLabel), rows: rows.toReversed() };
}

export const probabilityLabel = (band: Band): string => bandLabel(band, (value) => `${value} %`);
export const costLabel = (band: Band): string => bandLabel(band, shortMoney);

/** The assets of a cell, in the list of the analysis. */
export const matrixFieldPath = (
  analysisId: number,
  { probability, cost }: Pick<MatrixField, 'probability' | 'cost'>,
): string => analysisAssetsPath(analysisId, { probability: writeBand(probability), cost: writeBand(cost) });

/** The colour of a cell by its position, 0 to 1 on each axis. */
function cellColor(probability: number, consequence: number): string {
  const gravity = (probability + consequence) / 2;
  return gravity > 0.6 ? '#d32f2f' : gravity > 0.35 ? '#ffb300' : '#43a047';
}

/** Money on an axis: $10k, $1M. */
export function shortMoney(value: number): string {
  if (value >= 1_000_000) return `$${Number((value / 1_000_000).toPrecision(3))}M`;
  return value >= 1000 ? `$${Number((value / 1000).toPrecision(3))}k` : `$${value}`;
}
