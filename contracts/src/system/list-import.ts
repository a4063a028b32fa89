import { z } from 'zod';
import { idParameter } from '../core/primitives.ts';
import { rowImportRow } from '../core/row-import.ts';
import { rowImportRoutes } from '../core/row-import-routes.ts';

export const listImportRow = rowImportRow
  .extend({ category: z.string(), caption: z.string() })
  .meta({ id: 'ListImportRow' });
export type ListImportRow = z.infer<typeof listImportRow>;

/** Maximum size of a file of list items, in bytes. */
const maximumListFileBytes = 8 * 1024 ** 2;

/** The options of an import. */
export const listImportOptions = z
  .strictObject({ listId: idParameter.describe('Id of the list of the items') })
  .meta({ id: 'ListImportOptions' });
export type ListImportOptions = z.infer<typeof listImportOptions>;

export const listImportRoutes = rowImportRoutes({
  path: '/api/lists/imports',
  access: 'lists',
  tag: 'Lists',
  records: 'items of a list',
  row: listImportRow,
  fields: 'Category, Caption',
  bodyLimit: maximumListFileBytes,
  form: listImportOptions,
});
