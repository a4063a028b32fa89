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
  type ScenarioAsset,
  setImprovementCosts,
} from '@twinward/contracts/scenario';
import type { Db } from '../../platform/database.ts';
import { listRequest } from '../../platform/list.ts';
import type { Routing } from '../../platform/routing.ts';
import {
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
import { scenarioWorkbook } from './workbook.ts';

export function scenarioRoutes({ implement }: Routing): void {
  implement(listScenarios, ({ actor, params }) => readScenarios(actor.tenant.db, params.id));
  implement(createScenario, ({ actor, params, body }) => makeScenario(actor, params.id, body));
  implement(getScenario, ({ actor, params }) => readScenario(actor.tenant.db, params.id, params.scenarioId));
  implement(deleteCall, ({ actor, params }) => deleteScenario(actor, params.id, params.scenarioId));
  implement(recalculateCall, ({ actor, params }) => recalculateScenario(actor, params.id, params.scenarioId));
  implement(listScenarioAssets, ({ actor, params, body, query }) =>
    readScenarioAssets(actor.tenant.db, params.id, params.scenarioId, listRequest(body, query)),
  );
  implement(exportScenario, async ({ actor, params, reply }) =>
    reply
      .type('application/vnd.openxmlformats-officedocument.spreadsheetml.sheet')
      .header('content-disposition', 'attachment; filename="scenario.xlsx"')
      .send(await scenarioWorkbook(await readAll(actor.tenant.db, params))),
  );
  implement(chooseCall, ({ actor, params, body }) =>
    chooseImprovements(actor.tenant.db, params.id, body.budget),
  );
  implement(listImprovements, ({ actor, params }) => readImprovements(actor.tenant.db, params.id));
  implement(setImprovementCosts, ({ actor, params, body }) => setCosts(actor, params.id, body));
}

const rowsPerRead = 1000;

async function readAll(
  db: Db,
  { id, scenarioId }: { id: number; scenarioId: number },
): Promise<ScenarioAsset[]> {
  const assets: ScenarioAsset[] = [];
  for (let pageNumber = 1; ; pageNumber++) {
    const request = { filters: [], sorts: [], pageNumber, pageSize: rowsPerRead };
    const { records } = await readScenarioAssets(db, id, scenarioId, request);
    assets.push(...records);
    if (records.length < rowsPerRead) return assets;
  }
}
