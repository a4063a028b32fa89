import type { ValueListItem } from '@twinward/contracts/system/value-list';
import { createWorkbook } from '../../system/file/service.ts';
import { notesSheet, offerChoices, textColumn } from '../row-import/service.ts';
import { type ColumnName, columns } from './columns.ts';

const yesOrNo = (value: boolean): string => (value ? 'yes' : 'no');

/** Creates a workbook with the items of a list in the columns of the import. Without items, it is the template. */
export async function listWorkbook(items: readonly ValueListItem[]): Promise<Buffer> {
  const sheet = { name: 'Items', columns: columns.map(textColumn) };
  const rows = items.map((item) => {
    const cells: Record<ColumnName, string> = {
      category: item.category ?? '',
      value: item.value,
      caption: item.caption,
      description: item.description,
      color: item.color ?? '',
      default: yesOrNo(item.default),
      isDeprecated: yesOrNo(item.isDeprecated),
    };
    return columns.map(({ name }) => cells[name]);
  });
  return createWorkbook([
    items.length === 0 ? offerChoices(sheet, columns) : { ...sheet, pages: [rows] },
    notesSheet(columns, 'Items that are not in the file do not change.'),
  ]);
}
