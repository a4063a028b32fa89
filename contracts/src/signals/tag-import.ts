import { z } from 'zod';
import { rowImportRow } from '../core/row-import.ts';
import { rowImportRoutes } from '../core/row-import-routes.ts';

export const tagImportRow = rowImportRow
  .extend({ name: z.string(), caption: z.string() })
  .meta({ id: 'TagImportRow' });
export type TagImportRow = z.infer<typeof tagImportRow>;

/** Largest accepted file of tags. */
export const maximumTagFileBytes = 256 * 1024 ** 2;
/** Most rows of such a file. */
export const maximumTagRows = 500_000;

export const tagImportRoutes = rowImportRoutes({
  path: '/api/tags/imports',
  access: 'write:tag',
  tag: 'Tags',
  records: 'tags',
  row: tagImportRow,
  fields: 'Name, Caption',
  bodyLimit: maximumTagFileBytes,
});
