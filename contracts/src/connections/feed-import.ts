import { z } from 'zod';
import { returnsFile } from '../core/content-types.ts';
import { numberOptions } from '../core/file-options.ts';
import { idParameter } from '../core/primitives.ts';
import { routeGroup } from '../core/route.ts';
import { maximumRowFileBytes, rowImportRow } from '../core/row-import.ts';
import { rowImportRoutes } from '../core/row-import-routes.ts';

/** The sheet of the tags that a connection feeds: which source feeds each, and how its values are scaled. */

const defineRoute = routeGroup('Connections');

export const feedImportRow = rowImportRow
  .extend({ name: z.string().describe('Name of the tag'), source: z.string() })
  .meta({ id: 'FeedImportRow' });
export type FeedImportRow = z.infer<typeof feedImportRow>;

/** Form fields sent with the file. */
export const feedImportOptions = z
  .strictObject({
    ...numberOptions.shape,
    connectionId: idParameter.describe('Id of the connection that feeds the tags'),
  })
  .meta({ id: 'FeedImportOptions' });
export type FeedImportOptions = z.infer<typeof feedImportOptions>;

export const exportFeeds = defineRoute('GET /api/connections/:id/tags/export', {
  access: 'connections',
  summary:
    'Export the tags that a connection feeds to an xlsx workbook, with the columns of an import; `exportTagStatus` of the connection has the result',
  ...returnsFile('xlsx'),
});

export const feedImportRoutes = rowImportRoutes({
  path: '/api/connections/tags/imports',
  access: 'connections',
  tag: 'Connections',
  records: 'tags of a connection',
  row: feedImportRow,
  fields: 'Name, Source',
  bodyLimit: maximumRowFileBytes,
  form: feedImportOptions,
});
