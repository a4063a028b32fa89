import {
  AttributeIds,
  type DataValue,
  makeNodeId,
  ReadRequest,
  TimestampsToReturn,
  VariableIds,
} from 'node-opcua-client';
import { ConnectorFailure } from '../connector.ts';
import type { Ask } from './services.ts';

/** Maximum numbers of operations per call. */
export interface Limits {
  read: number;
  browse: number;
  historyRead: number;
  monitoredItems: number;
  /** Maximum number of items of one subscription. */
  subscribedItems: number;
}

/** Upper bounds, also if the server states none: requests must suit the server of a small controller. */
const most: Limits = { read: 500, browse: 100, historyRead: 20, monitoredItems: 500, subscribedItems: 2500 };

const limitIds: Record<keyof Limits, number> = {
  read: VariableIds.Server_ServerCapabilities_OperationLimits_MaxNodesPerRead,
  browse: VariableIds.Server_ServerCapabilities_OperationLimits_MaxNodesPerBrowse,
  historyRead: VariableIds.Server_ServerCapabilities_OperationLimits_MaxNodesPerHistoryReadData,
  monitoredItems: VariableIds.Server_ServerCapabilities_OperationLimits_MaxMonitoredItemsPerCall,
  subscribedItems: VariableIds.Server_ServerCapabilities_MaxMonitoredItemsPerSubscription,
};

export async function readServer(ask: Ask): Promise<{ namespaces: string[]; limits: Limits }> {
  const names = Object.keys(limitIds) as (keyof Limits)[];
  const [namespaces, ...limits] = await readStandard(ask, [
    VariableIds.Server_NamespaceArray,
    ...names.map((name) => limitIds[name]),
  ]);
  const uris: unknown = namespaces?.value?.value;
  if (!Array.isArray(uris))
    throw new ConnectorFailure('protocol', 'The server does not report its namespaces.');
  return {
    namespaces: uris.map(String),
    limits: Object.fromEntries(
      names.map((name, index) => {
        const stated: unknown = limits[index]?.value?.value;
        const limit = typeof stated === 'number' && stated > 0 ? Math.min(stated, most[name]) : most[name];
        return [name, limit];
      }),
    ) as unknown as Limits,
  };
}

/** Reads values of standard variables. */
export async function readStandard(ask: Ask, ids: readonly number[]): Promise<DataValue[]> {
  const { results } = await ask(
    new ReadRequest({
      timestampsToReturn: TimestampsToReturn.Both,
      nodesToRead: ids.map((id) => ({
        nodeId: makeNodeId(id),
        attributeId: AttributeIds.Value,
      })),
    }),
  );
  return results ?? [];
}
