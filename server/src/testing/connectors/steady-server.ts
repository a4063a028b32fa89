import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DataType, OPCUACertificateManager, StatusCodes } from 'node-opcua';
import { freePort } from '../free-port.ts';
import { itemSource, makeOpenServer } from './open-server.ts';

const namespaceUri = 'urn:steady';

/** What a connection calls an item of the server. */
export const steadySource = (item: number): string => itemSource(namespaceUri, item);

export interface SteadyServer {
  url: string;
  stop(): Promise<void>;
}

/**
 * An OPC UA server whose values all change once for each full second, which is the time of their source.
 * @param count of its items, from 0 on
 * @param valueAt an item at a second since 1970
 */
export async function startSteadyServer(
  count: number,
  valueAt: (item: number, second: number) => number,
): Promise<SteadyServer> {
  const port = await freePort();
  const directory = await mkdtemp(join(tmpdir(), 'opcua-steady-'));
  const certificates = new OPCUACertificateManager({ rootFolder: directory });
  const { server, variables } = await makeOpenServer({ port, certificates, namespaceUri, count });
  await server.start();
  let timer: NodeJS.Timeout;
  let second = Math.floor(Date.now() / 1000);
  const change = () => {
    // A late timer does not skip a second: the next ones catch up.
    timer = setTimeout(change, Math.max(1, (second + 1) * 1000 - Date.now() + 1));
    const time = new Date(second * 1000);
    for (const [item, variable] of variables.entries())
      variable.setValueFromSource(
        { dataType: DataType.Double, value: valueAt(item, second) },
        StatusCodes.Good,
        time,
      );
    second += 1;
  };
  change();
  return {
    url: `opc.tcp://127.0.0.1:${port}`,
    async stop() {
      clearTimeout(timer);
      await server.shutdown(0);
      await certificates.dispose();
      await rm(directory, { recursive: true, force: true });
    },
  };
}
