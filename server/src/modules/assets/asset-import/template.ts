import type { TaxonomyEntry } from '@twinward/contracts/assets/taxonomy';
import ExcelJS from 'exceljs';
import { addNotes, offerChoices, widthOf } from '../../jobs/row-import/service.ts';
import { addTaxonomySheet } from '../taxonomy/service.ts';
import { columns } from './columns.ts';

/** Adds the sheet of assets with its headings. Its cells are text, so that codes such as 007 keep their zeros. */
export function addSheet(workbook: ExcelJS.Workbook): ExcelJS.Worksheet {
  const assets = workbook.addWorksheet('Assets', { views: [{ state: 'frozen', ySplit: 1 }] });
  assets.columns = columns.map(({ heading }) => ({
    header: heading,
    width: widthOf(heading),
    style: { numFmt: '@' },
  }));
  assets.getRow(1).font = { bold: true };
  return assets;
}

/** The template; allowed values are described on sheets of their own. */
export async function templateOf(taxonomy: readonly TaxonomyEntry[]): Promise<Buffer> {
  const workbook = new ExcelJS.Workbook();
  offerChoices(addSheet(workbook), columns);
  addTaxonomySheet(workbook, taxonomy);
  addNotes(workbook, columns);
  return Buffer.from(await workbook.xlsx.writeBuffer());
}
