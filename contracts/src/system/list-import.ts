import { z } from 'zod';
import { rowImportRow } from '../core/row-import.ts';
import { rowImportRoutes } from '../core/row-import-routes.ts';

export const listImportRow = rowImportRow
  .extend({ category: z.string(), caption: z.string() })
  .meta({ id: 'ListImportRow' });
export type ListImportRow = z.infer<typeof listImportRow>;

/** Largest accepted file of items of a list. */
export const maximumListFileBytes = 8 * 1024 ** 2;

/** The file comes with the form field `listId`: the list that its items belong to. */
export const listImportRoutes = rowImportRoutes({
  path: '/api/lists/imports',
  access: 'lists',
  tag: 'Lists',
  records: 'items of a list',
  row: listImportRow,
  fields: 'Category, Caption',
  bodyLimit: maximumListFileBytes,
});
