import type { Unit } from '@twinward/contracts/system/unit';
import { type FileColumn, notesSheet, offerChoices, sheetColumn } from '../../jobs/row-import/service.ts';
import { createWorkbook, type Sheet } from '../../system/file/service.ts';
import type { TagColumn } from './columns.ts';

/** The sheet of tags, without rows. */
export const tagSheet = (columns: readonly FileColumn<TagColumn>[]): Omit<Sheet, 'pages'> => ({
  name: 'Tags',
  columns: columns.map(sheetColumn),
});

/** Returns the template. Allowed values are described on separate sheets. */
export const tagTemplate = (
  units: readonly Unit[],
  columns: readonly FileColumn<TagColumn>[],
): Promise<Buffer> =>
  createWorkbook([
    offerChoices(tagSheet(columns), columns),
    {
      name: 'Units',
      columns: ['Code', 'Abbreviation', 'Name'].map((header) => ({ header, width: 32 })),
      pages: [units.map(({ code, abbreviation, name }) => [code, abbreviation, name])],
    },
    notesSheet(columns),
  ]);
