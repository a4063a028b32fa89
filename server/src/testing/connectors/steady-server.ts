import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import {
  DataType,
  MessageSecurityMode,
  OPCUACertificateManager,
  OPCUAServer,
  SecurityPolicy,
  StatusCodes,
} from 'node-opcua';
import { freePort } from '../free-port.ts';

const namespaceUri = 'urn:steady';

/** What a connection calls an item of the server. */
export const steadySource = (item: number): string => `nsu=${namespaceUri};s=v${item}`;

export interface SteadyServer {
  url: string;
  stop(): Promise<void>;
}

/**
 * An OPC UA server all of whose values change at each full second, which is the time of their source.
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
  const server = new OPCUAServer({
    port,
    host: '127.0.0.1',
    hostname: 'localhost',
    serverCertificateManager: certificates,
    securityModes: [MessageSecurityMode.None],
    securityPolicies: [SecurityPolicy.None],
    allowAnonymous: true,
    serverCapabilities: { minSupportedSampleRate: 1 },
  });
  await server.initialize();
  const addressSpace = server.engine.addressSpace!;
  const namespace = addressSpace.registerNamespace(namespaceUri);
  const variables = Array.from({ length: count }, (_, item) =>
    namespace.addVariable({
      organizedBy: addressSpace.rootFolder.objects,
      browseName: `v${item}`,
      nodeId: `s=v${item}`,
      dataType: DataType.Double,
      minimumSamplingInterval: 0,
    }),
  );
  await server.start();
  let timer: NodeJS.Timeout;
  const change = () => {
    const second = Math.floor(Date.now() / 1000);
    const time = new Date(second * 1000);
    for (const [item, variable] of variables.entries())
      variable.setValueFromSource(
        { dataType: DataType.Double, value: valueAt(item, second) },
        StatusCodes.Good,
        time,
      );
    timer = setTimeout(change, 1000 - (Date.now() % 1000));
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
