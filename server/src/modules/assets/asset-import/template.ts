import type { TaxonomyEntry } from '@twinward/contracts/assets/taxonomy';
import { sheetRow } from '@twinward/domain/rules/sheet';
import ExcelJS from 'exceljs';
import { addNotes, offerChoices, widthOf } from '../../jobs/row-import/service.ts';
import { columns } from './columns.ts';

/** The workbook to fill in; what may stand in its columns is told on sheets of their own. */
export async function templateOf(taxonomy: readonly TaxonomyEntry[]): Promise<Buffer> {
  const workbook = new ExcelJS.Workbook();
  const assets = workbook.addWorksheet('Assets', { views: [{ state: 'frozen', ySplit: 1 }] });
  assets.columns = columns.map(({ heading }) => ({ header: heading, width: widthOf(heading) }));
  assets.getRow(1).font = { bold: true };
  offerChoices(assets, columns);
  const terms = workbook.addWorksheet('Taxonomy', { views: [{ state: 'frozen', ySplit: 1 }] });
  terms.columns = ['Category', 'Class', 'Type'].map((header) => ({ header, width: 36 }));
  terms.getRow(1).font = { bold: true };
  for (const entry of taxonomy)
    terms.addRow(sheetRow([entry.category.caption, entry.class?.caption ?? '', entry.type?.caption ?? '']));
  addNotes(workbook, columns);
  return Buffer.from(await workbook.xlsx.writeBuffer());
}
