import { exportFeeds, feedImportRoutes as routes } from '@twinward/contracts/connections/feed-import';
import type { Routing } from '../../../platform/http/routing.ts';
import { implementRowImport, sendWorkbook } from '../../jobs/row-import/service.ts';
import { feedImport } from './service.ts';
import { exportFeedsOfConnection, feedTemplate } from './workbook.ts';

export function feedImportRoutes(routing: Routing): void {
  routing.implement(exportFeeds, async ({ actor, params, reply }) =>
    sendWorkbook(reply, 'connection tags.xlsx', await exportFeedsOfConnection(actor.tenant.db, params.id)),
  );
  routing.implement(routes.template, async ({ reply }) =>
    sendWorkbook(reply, 'connection tags.xlsx', await feedTemplate()),
  );
  implementRowImport(routing, routes, feedImport);
}
