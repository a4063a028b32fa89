import type { TaxonomyEntry } from '@twinward/contracts/assets/taxonomy';
import { sheetRow } from '@twinward/domain/rules/sheet';
import type ExcelJS from 'exceljs';

/** Adds a sheet of the taxonomy to a template. */
export function addTaxonomySheet(workbook: ExcelJS.Workbook, taxonomy: readonly TaxonomyEntry[]): void {
  const sheet = workbook.addWorksheet('Taxonomy', { views: [{ state: 'frozen', ySplit: 1 }] });
  sheet.columns = ['Category', 'Class', 'Type'].map((header) => ({ header, width: 36 }));
  sheet.getRow(1).font = { bold: true };
  for (const entry of taxonomy)
    sheet.addRow(sheetRow([entry.category.caption, entry.class?.caption ?? '', entry.type?.caption ?? '']));
}
