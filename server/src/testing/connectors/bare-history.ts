import { HistoryData, MessageSecurityMode, OPCUAClient, SecurityPolicy } from 'node-opcua-client';
import type { TimeRange } from '../../connectors/connector.ts';

/** Reads history by one call of the client library for all nodes. */
export interface BareHistory {
  /** The number of values. */
  read(range: TimeRange): Promise<number>;
  close(): Promise<void>;
}

export async function openBareHistory(url: string, nodeIds: readonly string[]): Promise<BareHistory> {
  const client = OPCUAClient.create({
    endpointMustExist: false,
    securityMode: MessageSecurityMode.None,
    securityPolicy: SecurityPolicy.None,
  });
  await client.connect(url);
  const session = await client.createSession();
  const nodes = nodeIds.map((nodeId) => ({ nodeId }));
  return {
    async read({ from, to }) {
      const results = await session.readHistoryValue(nodes, new Date(from), new Date(to), {
        returnBounds: false,
      });
      let count = 0;
      for (const { statusCode, historyData } of results) {
        if (!statusCode.isGoodish()) throw new Error(statusCode.toString());
        if (historyData instanceof HistoryData) count += historyData.dataValues?.length ?? 0;
      }
      return count;
    },
    async close() {
      await session.close();
      await client.disconnect();
    },
  };
}
