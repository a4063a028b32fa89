import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DataType, DataValue, OPCUACertificateManager, StatusCodes, Variant } from 'node-opcua';
import { freePort } from '../free-port.ts';
import { itemSource, makeOpenServer } from './open-server.ts';

const namespaceUri = 'urn:history';

export interface HistoryServer {
  url: string;
  sources: string[];
  nodeIds: string[];
  stop(): Promise<void>;
}

/** An OPC UA server each of whose items has `values` in its history, one a second from `start` (epoch milliseconds) on. */
export async function startHistoryServer(
  items: number,
  values: number,
  start: number,
): Promise<HistoryServer> {
  const port = await freePort();
  const directory = await mkdtemp(join(tmpdir(), 'opcua-history-'));
  const certificates = new OPCUACertificateManager({ rootFolder: directory });
  const { server, addressSpace, variables } = await makeOpenServer({
    port,
    certificates,
    namespaceUri,
    count: items,
  });
  /** The place of the first value at or after a time. */
  const toPlace = (time: Date | null) => Math.max(0, Math.ceil(((time?.getTime() ?? 0) - start) / 1000));
  for (const [item, variable] of variables.entries()) {
    addressSpace.installHistoricalDataNode(variable, {
      historian: {
        push: async () => {},
        extractDataValues({ startTime, endTime }, _maximum, _isReversed, _reverse, callback) {
          const found: DataValue[] = [];
          const end = Math.min(values, toPlace(endTime));
          for (let place = toPlace(startTime); place < end; place++) {
            const value = ((place * 31 + item * 17) % 9973) / 100;
            found.push(
              new DataValue({
                value: new Variant({ dataType: DataType.Double, value }),
                sourceTimestamp: new Date(start + place * 1000),
                statusCode: StatusCodes.Good,
              }),
            );
          }
          callback(null, found);
        },
      },
    });
  }
  await server.start();
  return {
    url: `opc.tcp://127.0.0.1:${port}`,
    sources: variables.map((_, item) => itemSource(namespaceUri, item)),
    nodeIds: variables.map(({ nodeId }) => nodeId.toString()),
    async stop() {
      await server.shutdown(0);
      await certificates.dispose();
      await rm(directory, { recursive: true, force: true });
    },
  };
}
