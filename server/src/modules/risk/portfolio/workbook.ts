import type { Portfolio } from '@twinward/contracts/risk/portfolio';
import { createWorkbook, type Sheet } from '../../system/file/service.ts';

/** Exports the portfolio of an analysis as a workbook with one sheet per table. */
export function portfolioWorkbook(portfolio: Portfolio): Promise<Buffer> {
  const { bands, matrix, pareto, locations, classes } = portfolio;
  const from = (bounds: readonly number[], band: number) => (band === 0 ? 0 : bounds[band - 1]!);
  const groups = (name: string, rows: Portfolio['locations']) =>
    tableSheet(
      name,
      ['Name', 'Assets', 'Over threshold', 'Risk'],
      rows.map((row) => [row.name, row.assets, row.overThreshold, row.risk]),
    );
  return createWorkbook([
    tableSheet(
      'Risk matrix',
      ['Probability from (%)', 'Cost of failure from', 'Assets', 'Risk'],
      matrix.map(({ probability, consequence, assets, risk }) => [
        from(bands.probability, probability),
        from(bands.consequence, consequence),
        assets,
        risk,
      ]),
    ),
    tableSheet(
      'Pareto',
      ['Asset', 'Probability (%)', 'Cost of failure', 'Risk', 'Cumulative (%)'],
      pareto.map((row) => [
        row.assetName,
        row.probability,
        row.consequence ?? 'By failure mode',
        row.risk,
        row.cumulative,
      ]),
    ),
    groups('By location', locations),
    groups('By class', classes),
  ]);
}

const tableSheet = (name: string, headings: readonly string[], rows: (string | number)[][]): Sheet => ({
  name,
  columns: headings.map((header) => ({ header, width: Math.max(16, header.length + 2) })),
  pages: [rows],
});
