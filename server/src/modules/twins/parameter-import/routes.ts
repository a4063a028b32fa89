import { maximumFileRows } from '@twinward/contracts/core/row-import';
import { parameterImportRoutes as routes } from '@twinward/contracts/twins/parameter-import';
import type { Routing } from '../../../platform/http/routing.ts';
import { implementRowImport, sendWorkbook } from '../../jobs/row-import/service.ts';
import { parameterImport } from './service.ts';
import { selectAllParameters } from './store.ts';
import { parameterWorkbook } from './workbook.ts';

export function parameterImportRoutes(routing: Routing): void {
  routing.implement(routes.template, async ({ actor, reply }) => {
    const parameters = await selectAllParameters(actor.tenant.db, maximumFileRows - 1);
    return sendWorkbook(reply, 'parameters.xlsx', await parameterWorkbook(parameters));
  });
  implementRowImport(routing, routes, parameterImport);
}
