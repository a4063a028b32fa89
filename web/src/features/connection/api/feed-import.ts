import { useMutation } from '@tanstack/react-query';
import type { exportFeeds, FeedImportRow } from '@twinward/contracts/connections/feed-import';
import { send } from '../../../shared/api/http.ts';
import { saveFile } from '../../../shared/api/save-file.ts';
import { decimalSignField, type RowImport, rowImportCalls } from '../../../shared/import/row-import.ts';

/** Downloads the tags that a connection feeds as a workbook. */
export const useExportFeeds = ({ id, name }: { id: number; name: string }) =>
  useMutation({
    mutationFn: async () =>
      saveFile(
        await send<typeof exportFeeds>('GET /api/connections/:id/tags/export', { params: { id } }),
        `${name} tags.xlsx`,
      ),
    meta: { says: null, renews: ['connections'] },
  });

/** The import of a workbook of the tags that a connection feeds. */
export const feedImport = (connectionId: number): RowImport<FeedImportRow> => ({
  type: 'import-feeds',
  records: 'tags of a connection',
  nouns: ['tag', 'tags'],
  hint: 'An Excel workbook (.xlsx) or csv file with a row for each tag. Export to Excel gives you the current rows. The import changes sources and scaling. The file is checked first: nothing is written until you confirm.',
  hasNumbers: true,
  columns: [
    { id: 'name', header: 'Tag', width: '30%', cell: (row) => row.name || '–' },
    { id: 'source', header: 'Source', width: '30%', wide: true, cell: (row) => row.source || '–' },
  ],
  renews: 'connection-sources',
  ...rowImportCalls('/api/connections/tags/imports', 'connection tags.xlsx', (options) => ({
    ...decimalSignField(options),
    connectionId: String(connectionId),
  })),
});
