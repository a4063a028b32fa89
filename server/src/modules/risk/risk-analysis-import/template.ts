import type { TaxonomyEntry } from '@twinward/contracts/assets/taxonomy';
import { sheetRow } from '@twinward/domain/rules/sheet';
import ExcelJS from 'exceljs';
import { columns } from './columns.ts';

/** Rows of the first sheet whose cells offer their choices. */
const offeredRows = 1000;

/** The workbook to fill in; what may stand in its columns is told on sheets of their own. */
export async function templateOf(taxonomy: readonly TaxonomyEntry[]): Promise<Buffer> {
  const workbook = new ExcelJS.Workbook();
  const assets = workbook.addWorksheet('Assets', { views: [{ state: 'frozen', ySplit: 1 }] });
  assets.columns = columns.map(({ heading }) => ({
    header: heading,
    width: Math.max(16, heading.length + 2),
  }));
  assets.getRow(1).font = { bold: true };
  const improve = columns.findIndex(({ name }) => name === 'improve') + 1;
  for (let row = 2; row <= offeredRows; row++) {
    assets.getCell(row, improve).dataValidation = { type: 'list', allowBlank: true, formulae: ['"yes,no"'] };
  }
  const terms = workbook.addWorksheet('Taxonomy', { views: [{ state: 'frozen', ySplit: 1 }] });
  terms.columns = ['Category', 'Class', 'Type'].map((header) => ({ header, width: 36 }));
  terms.getRow(1).font = { bold: true };
  for (const entry of taxonomy)
    terms.addRow(sheetRow([entry.category.caption, entry.class?.caption ?? '', entry.type?.caption ?? '']));
  const notes = workbook.addWorksheet('Notes');
  notes.columns = [
    { header: 'Column', width: 28 },
    { header: 'What may stand in it', width: 100 },
  ];
  notes.getRow(1).font = { bold: true };
  for (const { heading, note } of columns) notes.addRow([heading, note]);
  notes.addRow([]);
  notes.addRow(['', 'A column that is taken away leaves what is there.']);
  return Buffer.from(await workbook.xlsx.writeBuffer());
}
