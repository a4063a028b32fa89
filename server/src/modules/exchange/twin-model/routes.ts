import { getModelPerformance } from '@twinward/contracts/library/performance';
import type { SharedModel, SharedModelVersion } from '@twinward/contracts/library/remote';
import * as remoteContract from '@twinward/contracts/library/remote';
import * as contract from '@twinward/contracts/library/twin-model';
import { listRequest } from '../../../platform/database/list.ts';
import type { Tenant } from '../../../platform/database/tenants.ts';
import type { Routing } from '../../../platform/http/routing.ts';
import { runTask } from '../../../platform/threads/tasks.ts';
import { getSharer } from '../../signals/sharing/service.ts';
import { getDraftState, publishModel, refusal } from './publish.ts';
import { getModel, listModels, listModelsForAsset, listVersions, readTwoVersions } from './read.ts';
import { compareRemote, importRemote } from './remote.ts';
import { getSharedModel, listSharedModels } from './shared.ts';
import { createModel, deleteModel, discardDraft, updateModel } from './write.ts';

/** Twin models of other installations. */
export interface RemoteModels {
  list(tenant: Tenant, connectionId: number): Promise<SharedModel[]>;
  get(tenant: Tenant, connectionId: number, modelId: number): Promise<SharedModelVersion>;
}

export function sharedModelRoutes({ implement }: Routing, remote: RemoteModels): void {
  implement(remoteContract.listSharedModels, async ({ actor }) => {
    await getSharer(actor);
    return listSharedModels(actor.tenant.db);
  });
  implement(remoteContract.getSharedModel, async ({ actor, params }) => {
    await getSharer(actor);
    return getSharedModel(actor.tenant.db, params.modelId);
  });
  implement(remoteContract.listRemoteModels, async ({ actor, params: { connectionId } }) =>
    compareRemote(actor, connectionId, await remote.list(actor.tenant, connectionId)),
  );
  implement(remoteContract.getRemoteModel, ({ actor, params: { connectionId, modelId } }) =>
    remote.get(actor.tenant, connectionId, modelId),
  );
  implement(remoteContract.takeRemoteModel, async (call) => {
    const { connectionId, modelId } = call.params;
    const model = await remote.get(call.actor.tenant, connectionId, modelId);
    const comparison = { before: null, after: model.definition, isChecked: true };
    const { problems } = await runTask(call, 'compare-models', comparison);
    if (problems.length > 0) throw refusal(problems);
    return importRemote(call.actor, connectionId, model);
  });
}

export function twinModelRoutes({ implement }: Routing): void {
  implement(contract.listTwinModels, ({ actor, body, query }) => listModels(actor, listRequest(body, query)));
  implement(contract.listModelsForAsset, ({ actor, params }) => listModelsForAsset(actor, params.id));
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
    const { versionId: asked = null } = call.query;
    const { versionId } = await getModel(call.actor, call.params.id, asked ?? undefined);
    const twins = { modelId: call.params.id, versionId: asked };
    return runTask(call, 'measure-model', { twins, versionId, now: Date.now() });
  });
  implement(contract.listTwinModelVersions, ({ actor, params, query }) =>
    listVersions(actor, params.id, query),
  );
  implement(contract.compareTwinModelVersions, async (call) => {
    const both = await readTwoVersions(call.actor, call.params.id, call.query);
    return (await runTask(call, 'compare-models', { ...both, isChecked: false })).differences;
  });
}
