import { z } from 'zod';
import { returnsFile } from '../core/content-types.ts';
import { numberOptions } from '../core/file-options.ts';
import { listBody } from '../core/list.ts';
import { routeGroup } from '../core/route.ts';
import { rowImportRow } from '../core/row-import.ts';
import { rowImportRoutes } from '../core/row-import-routes.ts';

const defineRoute = routeGroup('Tags');

export const tagImportRow = rowImportRow
  .extend({ name: z.string(), caption: z.string() })
  .meta({ id: 'TagImportRow' });
export type TagImportRow = z.infer<typeof tagImportRow>;

/** Maximum size of a file of tags, in bytes. */
const maximumTagFileBytes = 256 * 1024 ** 2;
/** Maximum number of rows of such a file. */
export const maximumTagRows = 500_000;

/** Maximum number of rows of an exported workbook. */
export const maximumExportedTags = 100_000;

export const exportTags = defineRoute('POST /api/tags/export', {
  access: 'apps',
  reads: true,
  summary: 'Export a list of tags as an xlsx workbook, in the columns of an import',
  body: listBody,
  ...returnsFile('xlsx'),
});

export const tagImportRoutes = rowImportRoutes({
  path: '/api/tags/imports',
  access: 'write:tag',
  tag: 'Tags',
  records: 'tags',
  row: tagImportRow,
  fields: 'Name, Caption',
  bodyLimit: maximumTagFileBytes,
  form: numberOptions,
});
