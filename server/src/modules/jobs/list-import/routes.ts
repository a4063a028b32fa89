import { listImportRoutes as routes } from '@twinward/contracts/system/list-import';
import { exportValueList } from '@twinward/contracts/system/value-list';
import type { Routing } from '../../../platform/http/routing.ts';
import { getValueList } from '../../system/value-list/service.ts';
import { implementRowImport, sendWorkbook } from '../row-import/service.ts';
import { listImport } from './service.ts';
import { listWorkbook } from './workbook.ts';

export function listImportRoutes(routing: Routing): void {
  routing.implement(exportValueList, async ({ actor, params, reply }) => {
    const { name, configuration } = await getValueList(actor.tenant.db, params.id);
    return sendWorkbook(reply, `${name}.xlsx`, await listWorkbook(configuration.items));
  });
  routing.implement(routes.template, async ({ reply }) =>
    sendWorkbook(reply, 'list.xlsx', await listWorkbook([])),
  );
  implementRowImport(routing, routes, listImport);
}
