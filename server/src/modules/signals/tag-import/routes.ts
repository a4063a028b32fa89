import {
  checkTagImport,
  downloadTagImportRows,
  downloadTagTemplate,
  listTagImportRows,
  maximumTagFileBytes,
  runTagImport,
} from '@twinward/contracts/signals/tag-import';
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
import { listUnits } from '../../system/unit/service.ts';
import { tagImport } from './service.ts';
import { templateOf } from './template.ts';

const limits = { maximumBytes: maximumTagFileBytes };

export function tagImportRoutes({ implement }: Routing): void {
  implement(downloadTagTemplate, async ({ actor, reply }) =>
    sendWorkbook(reply, 'tags.xlsx', await templateOf(await listUnits(actor.tenant.db))),
  );
  implement(checkTagImport, ({ actor, request }) =>
    takeFile(
      request,
      async (file) => ({ commandId: await startCheck(actor, tagImport.type, file, {}, limits) }),
      maximumTagFileBytes,
    ),
  );
  implement(runTagImport, async ({ actor, params }) => ({
    commandId: await startRun(actor, tagImport.type, params.commandId),
  }));
  implement(listTagImportRows, ({ actor, params, body, query }) =>
    listResults(actor, tagImport, params.commandId, listRequest(body, query)),
  );
  implement(downloadTagImportRows, ({ actor, params, reply }) =>
    sendResults(reply, actor, tagImport, params.commandId),
  );
}
