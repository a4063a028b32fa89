import { maximumExportedTags } from '@twinward/contracts/signals/tag-import';
import type { Db } from '../../../platform/database/database.ts';
import { AppError } from '../../../platform/errors.ts';
import { getConnectionHead, recordTagExport } from '../../connections/connection/service.ts';
import { notesSheet, sheetColumn } from '../../jobs/row-import/service.ts';
import { createWorkbook } from '../../system/file/service.ts';
import { columns } from './columns.ts';
import { selectFeedsOfGroup } from './store.ts';

const sheet = { name: 'Tags', columns: columns.map(sheetColumn) };
const notes = notesSheet(
  columns,
  'Tags that are not in the file do not change. If a column is missing, its values do not change.',
);

/** Returns the workbook without rows. */
export const feedTemplate = (): Promise<Buffer> => createWorkbook([{ ...sheet, pages: [] }, notes]);

/**
 * Exports the tags that a connection's group feeds, and records the result at the connection.
 * @throws AppError `not-found`; `too-large` for more tags than the maximum per workbook.
 */
export async function exportFeedsOfConnection(db: Db, connectionId: number): Promise<Buffer> {
  const { connectionGroupId: groupId } = await getConnectionHead(db, connectionId);
  const tags = await selectFeedsOfGroup(db, groupId, maximumExportedTags + 1);
  if (tags.length > maximumExportedTags) {
    const most = maximumExportedTags.toLocaleString('en-US');
    const error = `One workbook takes ${most} tags, and the connection feeds more.`;
    await recordTagExport(db, connectionId, { error });
    throw new AppError('too-large', error);
  }
  const rows = tags.map((tag) => columns.map(({ name }) => tag[name]));
  const workbook = await createWorkbook([{ ...sheet, pages: [rows] }, notes]);
  await recordTagExport(db, connectionId, { tags: tags.length });
  return workbook;
}
