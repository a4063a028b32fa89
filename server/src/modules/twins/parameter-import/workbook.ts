import { sheetRow } from '@twinward/domain/rules/sheet';
import ExcelJS from 'exceljs';
import { addNotes, columnWidth } from '../../jobs/row-import/service.ts';
import { columns } from './columns.ts';
import type { ParameterOfAsset } from './store.ts';

/** The values of parameters in the columns of the import. */
export async function parameterWorkbook(parameters: readonly ParameterOfAsset[]): Promise<Buffer> {
  const workbook = new ExcelJS.Workbook();
  const sheet = workbook.addWorksheet('Parameters', { views: [{ state: 'frozen', ySplit: 1 }] });
  sheet.columns = columns.map(({ heading }) => ({ header: heading, width: columnWidth(heading) }));
  sheet.getRow(1).font = { bold: true };
  for (const parameter of parameters) sheet.addRow(sheetRow(columns.map(({ name }) => parameter[name])));
  addNotes(workbook, columns, 'A parameter that is not in the file stays as it is.');
  return Buffer.from(await workbook.xlsx.writeBuffer());
}
