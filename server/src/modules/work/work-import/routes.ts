import { workImportRoutes as routes } from '@twinward/contracts/assets/work-import';
import type { Routing } from '../../../platform/http/routing.ts';
import { implementRowImport, sendWorkbook } from '../../jobs/row-import/service.ts';
import { workTemplate } from '../work/service.ts';
import { readOptions, workImport } from './service.ts';

export function workImportRoutes(routing: Routing): void {
  routing.implement(routes.template, async ({ actor, reply }) =>
    sendWorkbook(reply, 'work.xlsx', await workTemplate(actor.tenant.db)),
  );
  implementRowImport(routing, routes, workImport, readOptions);
}
