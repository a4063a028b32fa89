import type { TaxonomyEntry } from '@twinward/contracts/assets/taxonomy';
import ExcelJS from 'exceljs';
import { addTaxonomySheet } from '../../assets/taxonomy/service.ts';
import { addNotes, offerChoices, widthOf } from '../../jobs/row-import/service.ts';
import { columns } from './columns.ts';

/** The workbook to fill in; what may stand in its columns is told on sheets of their own. */
export async function templateOf(taxonomy: readonly TaxonomyEntry[]): Promise<Buffer> {
  const workbook = new ExcelJS.Workbook();
  const assets = workbook.addWorksheet('Assets', { views: [{ state: 'frozen', ySplit: 1 }] });
  assets.columns = columns.map(({ heading }) => ({ header: heading, width: widthOf(heading) }));
  assets.getRow(1).font = { bold: true };
  offerChoices(assets, columns);
  addTaxonomySheet(workbook, taxonomy);
  addNotes(workbook, columns, 'A column that is taken away leaves what is there.');
  return Buffer.from(await workbook.xlsx.writeBuffer());
}
