import type { TaxonomyEntry } from '@twinward/contracts/assets/taxonomy';
import ExcelJS from 'exceljs';
import { addTaxonomySheet } from '../../assets/taxonomy/service.ts';
import { addNotes, columnWidth, offerChoices } from '../../jobs/row-import/service.ts';
import { columns } from './columns.ts';

/** Adds the sheet of assets with its headings. */
export function addSheet(workbook: ExcelJS.Workbook): ExcelJS.Worksheet {
  const assets = workbook.addWorksheet('Assets', { views: [{ state: 'frozen', ySplit: 1 }] });
  assets.columns = columns.map(({ heading }) => ({ header: heading, width: columnWidth(heading) }));
  assets.getRow(1).font = { bold: true };
  return assets;
}

/** The template; allowed values are described on sheets of their own. */
export async function riskAnalysisTemplate(taxonomy: readonly TaxonomyEntry[]): Promise<Buffer> {
  const workbook = new ExcelJS.Workbook();
  offerChoices(addSheet(workbook), columns);
  addTaxonomySheet(workbook, taxonomy);
  addNotes(workbook, columns, 'Without a column, its values stay as they are.');
  return Buffer.from(await workbook.xlsx.writeBuffer());
}
