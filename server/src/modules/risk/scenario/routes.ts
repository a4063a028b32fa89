import {
  createScenario,
  deleteScenario as deleteCall,
  exportScenario,
  getScenario,
  listScenarioAssets,
  listScenarios,
  recalculateScenario as recalculateCall,
} from '@twinward/contracts/risk/scenario';
import { listRequest } from '../../../platform/database/list.ts';
import type { Routing } from '../../../platform/http/routing.ts';
import { type Caller, runTask } from '../../../platform/threads/tasks.ts';
import { sendWorkbook } from '../../jobs/row-import/service.ts';
import type { Choose } from '../improvement/service.ts';
import * as service from './service.ts';

export function scenarioRoutes({ implement }: Routing): void {
  implement(listScenarios, ({ actor, params }) => service.listScenarios(actor.tenant.db, params.id));
  implement(createScenario, (call) =>
    service.createScenario(call.actor, call.params.id, call.body, createChooser(call)),
  );
  implement(getScenario, ({ actor, params }) =>
    service.getScenario(actor.tenant.db, params.id, params.scenarioId),
  );
  implement(deleteCall, ({ actor, params }) => service.deleteScenario(actor, params.id, params.scenarioId));
  implement(recalculateCall, (call) =>
    service.recalculateScenario(call.actor, call.params.id, call.params.scenarioId, createChooser(call)),
  );
  implement(listScenarioAssets, ({ actor, params, body, query }) =>
    service.listScenarioAssets(actor.tenant.db, params.id, params.scenarioId, listRequest(body, query)),
  );
  implement(exportScenario, async (call) =>
    sendWorkbook(
      call.reply,
      'scenario.xlsx',
      Buffer.from(await runTask(call, 'scenario-workbook', call.params)),
    ),
  );
}

const createChooser =
  (caller: Caller): Choose =>
  (offers) =>
    runTask(caller, 'choose-improvements', offers);
