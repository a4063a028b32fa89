import type { ValueListItem } from '@twinward/contracts/system/value-list';
import { sheetRow } from '@twinward/domain/rules/sheet';
import ExcelJS from 'exceljs';
import { addNotes, columnWidth, offerChoices } from '../row-import/service.ts';
import { type ColumnName, columns } from './columns.ts';

const yesOrNo = (value: boolean): string => (value ? 'yes' : 'no');

/** The items of a list in the columns of the import; without items, the template. */
export async function listWorkbook(items: readonly ValueListItem[]): Promise<Buffer> {
  const workbook = new ExcelJS.Workbook();
  const sheet = workbook.addWorksheet('Items', { views: [{ state: 'frozen', ySplit: 1 }] });
  // Text, so that codes such as 1.0 and 007 keep their zeros.
  sheet.columns = columns.map(({ heading }) => ({
    header: heading,
    width: columnWidth(heading),
    style: { numFmt: '@' },
  }));
  sheet.getRow(1).font = { bold: true };
  for (const item of items) {
    const cells: Record<ColumnName, string> = {
      category: item.category ?? '',
      value: item.value,
      caption: item.caption,
      description: item.description,
      color: item.color ?? '',
      default: yesOrNo(item.default),
      isDeprecated: yesOrNo(item.isDeprecated),
    };
    sheet.addRow(sheetRow(columns.map(({ name }) => cells[name])));
  }
  if (items.length === 0) offerChoices(sheet, columns);
  addNotes(workbook, columns, 'An item that is not in the file stays as it is.');
  return Buffer.from(await workbook.xlsx.writeBuffer());
}
