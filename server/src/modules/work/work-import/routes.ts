import {
  checkWorkImport,
  downloadWorkImportRows,
  downloadWorkTemplate,
  listWorkImportRows,
  runWorkImport,
} from '@twinward/contracts/assets/work-import';
import { maximumRowFileBytes } from '@twinward/contracts/core/row-import';
import { listRequest } from '../../../platform/database/list.ts';
import type { Routing } from '../../../platform/http/routing.ts';
import { takeFile } from '../../../platform/http/upload-form.ts';
import {
  listResults,
  sendResults,
  sendWorkbook,
  startCheck,
  startRun,
} from '../../jobs/row-import/service.ts';
import { workTemplate } from '../work/service.ts';
import { optionsOf, workImport } from './service.ts';

export function workImportRoutes({ implement }: Routing): void {
  implement(downloadWorkTemplate, async ({ reply }) =>
    sendWorkbook(reply, 'work.xlsx', await workTemplate()),
  );
  implement(checkWorkImport, ({ actor, request }) =>
    takeFile(
      request,
      async (file) => ({ commandId: await startCheck(actor, workImport.type, file, optionsOf(file.fields)) }),
      maximumRowFileBytes,
    ),
  );
  implement(runWorkImport, async ({ actor, params }) => ({
    commandId: await startRun(actor, workImport.type, params.commandId),
  }));
  implement(listWorkImportRows, ({ actor, params, body, query }) =>
    listResults(actor, workImport, params.commandId, listRequest(body, query)),
  );
  implement(downloadWorkImportRows, ({ actor, params, reply }) =>
    sendResults(reply, actor, workImport, params.commandId),
  );
}
