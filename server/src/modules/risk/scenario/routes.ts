import {
  chooseImprovements as chooseCall,
  createScenario,
  deleteScenario as deleteCall,
  exportScenario,
  getScenario,
  listImprovements,
  listScenarioAssets,
  listScenarios,
  recalculateScenario as recalculateCall,
  setImprovementCosts,
} from '@twinward/contracts/risk/scenario';
import { listRequest } from '../../../platform/database/list.ts';
import type { Routing } from '../../../platform/http/routing.ts';
import { type Caller, runTask } from '../../../platform/threads/tasks.ts';
import {
  type Choose,
  chooseImprovements,
  deleteScenario,
  makeScenario,
  readImprovements,
  readScenario,
  readScenarioAssets,
  readScenarios,
  recalculateScenario,
  setCosts,
} from './service.ts';

export function scenarioRoutes({ implement }: Routing): void {
  implement(listScenarios, ({ actor, params }) => readScenarios(actor.tenant.db, params.id));
  implement(createScenario, (call) => makeScenario(call.actor, call.params.id, call.body, chooserOf(call)));
  implement(getScenario, ({ actor, params }) => readScenario(actor.tenant.db, params.id, params.scenarioId));
  implement(deleteCall, ({ actor, params }) => deleteScenario(actor, params.id, params.scenarioId));
  implement(recalculateCall, (call) =>
    recalculateScenario(call.actor, call.params.id, call.params.scenarioId, chooserOf(call)),
  );
  implement(listScenarioAssets, ({ actor, params, body, query }) =>
    readScenarioAssets(actor.tenant.db, params.id, params.scenarioId, listRequest(body, query)),
  );
  implement(exportScenario, async (call) =>
    call.reply
      .type('application/vnd.openxmlformats-officedocument.spreadsheetml.sheet')
      .header('content-disposition', 'attachment; filename="scenario.xlsx"')
      .send(Buffer.from(await runTask(call, 'scenario-workbook', call.params))),
  );
  implement(chooseCall, (call) =>
    chooseImprovements(call.actor.tenant.db, call.params.id, call.body.budget, chooserOf(call)),
  );
  implement(listImprovements, ({ actor, params }) => readImprovements(actor.tenant.db, params.id));
  implement(setImprovementCosts, ({ actor, params, body }) => setCosts(actor, params.id, body));
}

const chooserOf =
  (caller: Caller): Choose =>
  (offers) =>
    runTask(caller, 'choose-improvements', offers);
