import { getModelPerformance } from '@twinward/contracts/library/performance';
import * as contract from '@twinward/contracts/library/twin-model';
import { listRequest } from '../../../platform/database/list.ts';
import type { Routing } from '../../../platform/http/routing.ts';
import { runTask } from '../../../platform/threads/tasks.ts';
import { getDraftState, publishModel } from './publish.ts';
import { getModel, listModels, listVersions, readTwoVersions } from './read.ts';
import { createModel, deleteModel, discardDraft, updateModel } from './write.ts';

export function twinModelRoutes({ implement }: Routing): void {
  implement(contract.listTwinModels, ({ actor, body, query }) => listModels(actor, listRequest(body, query)));
  implement(contract.getTwinModel, ({ actor, params, query }) => getModel(actor, params.id, query.versionId));
  implement(contract.createTwinModel, ({ actor, body }) => createModel(actor, body));
  implement(contract.updateTwinModel, ({ actor, params, body }) => updateModel(actor, params.id, body));
  implement(contract.deleteTwinModel, ({ actor, params }) => deleteModel(actor, params.id));
  implement(contract.deleteTwinModelDraft, ({ actor, params }) => discardDraft(actor, params.id));
  implement(contract.getDraftState, (call) =>
    getDraftState(call.actor, call.params.id, (both) => runTask(call, 'compare-models', both)),
  );
  implement(contract.publishTwinModel, (call) =>
    publishModel(call.actor, call.params.id, call.body, (both) => runTask(call, 'compare-models', both)),
  );
  implement(getModelPerformance, async (call) => {
    const { versionId } = await getModel(call.actor, call.params.id);
    return runTask(call, 'measure-model', { modelId: call.params.id, versionId, now: Date.now() });
  });
  implement(contract.listTwinModelVersions, ({ actor, params, query }) =>
    listVersions(actor, params.id, query),
  );
  implement(contract.compareTwinModelVersions, async (call) => {
    const both = await readTwoVersions(call.actor, call.params.id, call.query);
    return (await runTask(call, 'compare-models', { ...both, isChecked: false })).differences;
  });
}
