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
import { resultNameOf, startCheck, startRun } from '../../jobs/row-import/service.ts';
import { workTemplate } from '../work/service.ts';
import { commandType, optionsOf, readResults, readResultsCsv } from './service.ts';

const workbookType = 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet';

export function workImportRoutes({ implement }: Routing): void {
  implement(downloadWorkTemplate, async ({ reply }) =>
    reply
      .type(workbookType)
      .header('content-disposition', 'attachment; filename="work.xlsx"')
      .send(await workTemplate()),
  );
  implement(checkWorkImport, ({ actor, request }) =>
    takeFile(
      request,
      async (file) => ({ commandId: await startCheck(actor, commandType, file, optionsOf(file.fields)) }),
      maximumRowFileBytes,
    ),
  );
  implement(runWorkImport, async ({ actor, params }) => ({
    commandId: await startRun(actor, commandType, params.commandId),
  }));
  implement(listWorkImportRows, ({ actor, params, body, query }) =>
    readResults(actor, params.commandId, listRequest(body, query)),
  );
  implement(downloadWorkImportRows, async ({ actor, params, reply }) => {
    const { fileName, csv } = await readResultsCsv(actor, params.commandId);
    return reply
      .type('text/csv; charset=utf-8')
      .header('content-disposition', `attachment; filename="${resultNameOf(fileName)}"`)
      .send(csv);
  });
}
