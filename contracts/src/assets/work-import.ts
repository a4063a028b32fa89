import { z } from 'zod';
import { timeOptions } from '../core/file-options.ts';
import { maximumRowFileBytes, rowImportRow } from '../core/row-import.ts';
import { rowImportRoutes } from '../core/row-import-routes.ts';

export const workImportRow = rowImportRow
  .extend({ tagName: z.string(), workName: z.string() })
  .meta({ id: 'WorkImportRow' });
export type WorkImportRow = z.infer<typeof workImportRow>;

/** Form fields sent with a file of work. */
export const workImportOptions = z.strictObject(timeOptions.shape).meta({ id: 'WorkImportOptions' });
export type WorkImportOptions = z.infer<typeof workImportOptions>;

export const workImportRoutes = rowImportRoutes({
  path: '/api/work/imports',
  access: 'write:work',
  tag: 'Work',
  records: 'work',
  row: workImportRow,
  fields: 'TagName, WorkName',
  bodyLimit: maximumRowFileBytes,
  form: workImportOptions,
});
