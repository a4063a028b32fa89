import type { FeedImportOptions, FeedImportRow } from '@twinward/contracts/connections/feed-import';
import { createResults, type RowImport, type RowImportInput } from '../../jobs/row-import/service.ts';

export const feedImport: RowImport<FeedImportRow> = {
  type: 'import-feeds',
  results: createResults('feed_import_row', [
    { field: 'name', column: 'name', heading: 'tag' },
    { field: 'source', column: 'source', heading: 'source' },
  ]),
};

/** The stored input of an import command. */
export type FeedImportInput = FeedImportOptions & RowImportInput;
