import type { Unit } from '@twinward/contracts/system/unit';
import ExcelJS from 'exceljs';
import { addNotes, columnWidth, type FileColumn, offerChoices } from '../../jobs/row-import/service.ts';
import type { TagColumn } from './columns.ts';

/** The template; allowed values are described on sheets of their own. */
export async function tagTemplate(
  units: readonly Unit[],
  columns: readonly FileColumn<TagColumn>[],
): Promise<Buffer> {
  const workbook = new ExcelJS.Workbook();
  offerChoices(addSheet(workbook, columns), columns);
  const sheet = workbook.addWorksheet('Units', { views: [{ state: 'frozen', ySplit: 1 }] });
  sheet.columns = ['Code', 'Abbreviation', 'Name'].map((header) => ({ header, width: 32 }));
  sheet.getRow(1).font = { bold: true };
  for (const { code, abbreviation, name } of units) sheet.addRow([code, abbreviation, name]);
  addNotes(workbook, columns);
  return Buffer.from(await workbook.xlsx.writeBuffer());
}

/** The sheet of tags with its headings. */
export function addSheet(
  workbook: ExcelJS.Workbook,
  columns: readonly FileColumn<TagColumn>[],
): ExcelJS.Worksheet {
  const tags = workbook.addWorksheet('Tags', { views: [{ state: 'frozen', ySplit: 1 }] });
  tags.columns = columns.map(({ heading }) => ({ header: heading, width: columnWidth(heading) }));
  tags.getRow(1).font = { bold: true };
  return tags;
}
