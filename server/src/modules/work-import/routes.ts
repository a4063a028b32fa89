import {
  checkWorkImport,
  downloadWorkTemplate,
  listWorkImportRows,
  maximumWorkFileBytes,
  runWorkImport,
} from '@twinward/contracts/work-import';
import { listRequest } from '../../platform/list.ts';
import type { Routing } from '../../platform/routing.ts';
import { takeFile } from '../../platform/upload-form.ts';
import { workTemplate } from '../work/service.ts';
import { readResults, startCheck, startRun } from './service.ts';

const workbookType = 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet';

export function workImportRoutes({ implement }: Routing): void {
  implement(downloadWorkTemplate, async ({ reply }) =>
    reply
      .type(workbookType)
      .header('content-disposition', 'attachment; filename="work.xlsx"')
      .send(await workTemplate()),
  );
  implement(checkWorkImport, ({ actor, request }) =>
    takeFile(request, async (file) => ({ commandId: await startCheck(actor, file) }), maximumWorkFileBytes),
  );
  implement(runWorkImport, async ({ actor, params }) => ({
    commandId: await startRun(actor, params.commandId),
  }));
  implement(listWorkImportRows, ({ actor, params, body, query }) =>
    readResults(actor, params.commandId, listRequest(body, query)),
  );
}
