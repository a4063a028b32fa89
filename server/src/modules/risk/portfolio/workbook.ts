import type { Portfolio } from '@twinward/contracts/risk/portfolio';
import { sheetRow } from '@twinward/domain/rules/sheet';
import ExcelJS from 'exceljs';

/** Exports the portfolio of an analysis as a workbook with one sheet per table. */
export async function portfolioWorkbook(portfolio: Portfolio): Promise<Buffer> {
  const workbook = new ExcelJS.Workbook();
  const add = (name: string, headings: readonly string[], rows: readonly (string | number)[][]) => {
    const sheet = workbook.addWorksheet(name, { views: [{ state: 'frozen', ySplit: 1 }] });
    sheet.columns = headings.map((header) => ({ header, width: Math.max(16, header.length + 2) }));
    sheet.getRow(1).font = { bold: true };
    sheet.addRows(rows.map(sheetRow));
  };
  const { bands, matrix, pareto, locations, classes } = portfolio;
  const from = (bounds: readonly number[], band: number) => (band === 0 ? 0 : bounds[band - 1]!);
  add(
    'Risk matrix',
    ['Probability from (%)', 'Cost of failure from', 'Assets', 'Risk'],
    matrix.map(({ probability, consequence, assets, risk }) => [
      from(bands.probability, probability),
      from(bands.consequence, consequence),
      assets,
      risk,
    ]),
  );
  add(
    'Pareto',
    ['Asset', 'Probability (%)', 'Cost of failure', 'Risk', 'Cumulative (%)'],
    pareto.map((row) => [
      row.assetName,
      row.probability,
      row.consequence ?? 'By failure mode',
      row.risk,
      row.cumulative,
    ]),
  );
  for (const [name, groups] of [
    ['By location', locations],
    ['By class', classes],
  ] as const) {
    const headings = ['Name', 'Assets', 'Over threshold', 'Risk'];
    add(
      name,
      headings,
      groups.map((row) => [row.name, row.assets, row.overThreshold, row.risk]),
    );
  }
  return Buffer.from(await workbook.xlsx.writeBuffer());
}
