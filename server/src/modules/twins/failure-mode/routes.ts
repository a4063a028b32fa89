import {
  createFailureMode,
  deleteFailureMode,
  getTwinFailureModes,
  updateFailureMode,
} from '@twinward/contracts/twins/failure-mode';
import {
  exportFailureModes,
  getFailureModeCoverage,
  listFailureModes,
} from '@twinward/contracts/twins/failure-mode-list';
import { toPermissions } from '../../../platform/actor.ts';
import { listRequest, pageRequest } from '../../../platform/database/list.ts';
import type { Routing } from '../../../platform/http/routing.ts';
import { runTask } from '../../../platform/threads/tasks.ts';
import { sendWorkbook } from '../../jobs/row-import/service.ts';
import * as service from './service.ts';

export function failureModeRoutes({ implement }: Routing): void {
  implement(getTwinFailureModes, ({ params, query, actor }) =>
    service.listFailureModes(actor.tenant.db, params.id, pageRequest(query)),
  );
  implement(listFailureModes, ({ body, query, actor }) =>
    service.listFailureModesOfPlant(actor.tenant.db, actor, listRequest(body, query)),
  );
  implement(getFailureModeCoverage, ({ actor }) => service.getCoverage(actor.tenant.db));
  implement(exportFailureModes, async (call) =>
    sendWorkbook(
      call.reply,
      'failure-modes.xlsx',
      Buffer.from(
        await runTask(call, 'failure-mode-workbook', { reader: toPermissions(call.actor), body: call.body }),
      ),
    ),
  );
  implement(createFailureMode, ({ body, actor }) => service.createFailureMode(actor, body));
  implement(updateFailureMode, ({ body, actor }) => service.updateFailureMode(actor, body));
  implement(deleteFailureMode, ({ params, actor }) => service.deleteFailureMode(actor, params.id));
}
