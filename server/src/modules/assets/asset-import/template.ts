import type { TaxonomyEntry } from '@twinward/contracts/assets/taxonomy';
import ExcelJS from 'exceljs';
import { addNotes, columnWidth, type FileColumn, offerChoices } from '../../jobs/row-import/service.ts';
import { addTaxonomySheet } from '../taxonomy/service.ts';
import { type AssetColumn, columns as ownColumns } from './columns.ts';

/** Adds the sheet of assets with its headings. Its cells are text, so that codes such as 007 keep their zeros. */
export function addSheet(
  workbook: ExcelJS.Workbook,
  columns: readonly FileColumn<AssetColumn>[],
): ExcelJS.Worksheet {
  const assets = workbook.addWorksheet('Assets', { views: [{ state: 'frozen', ySplit: 1 }] });
  assets.columns = columns.map(({ heading }) => ({
    header: heading,
    width: columnWidth(heading),
    style: { numFmt: '@' },
  }));
  assets.getRow(1).font = { bold: true };
  return assets;
}

/** The template; allowed values are described on sheets of their own. @param further columns of further fields */
export async function assetTemplate(
  taxonomy: readonly TaxonomyEntry[],
  further: readonly FileColumn<AssetColumn>[],
): Promise<Buffer> {
  const workbook = new ExcelJS.Workbook();
  const columns = [...ownColumns, ...further];
  offerChoices(addSheet(workbook, columns), columns);
  addTaxonomySheet(workbook, taxonomy);
  addNotes(workbook, columns);
  return Buffer.from(await workbook.xlsx.writeBuffer());
}
