import {
  type AddressSpace,
  DataType,
  MessageSecurityMode,
  type OPCUACertificateManager,
  OPCUAServer,
  SecurityPolicy,
  type UAVariable,
} from 'node-opcua';

export interface OpenServer {
  server: OPCUAServer;
  addressSpace: AddressSpace;
  /** In the order of their items. */
  variables: UAVariable[];
}

/** What a connection calls an item of a server. */
export const itemSource = (namespaceUri: string, item: number): string => `nsu=${namespaceUri};s=v${item}`;

/** Makes an OPC UA server without security on this machine, with numbers `v0`, `v1` and so on. It is not started. */
export async function makeOpenServer({
  port,
  certificates,
  namespaceUri,
  count,
}: {
  port: number;
  certificates: OPCUACertificateManager;
  namespaceUri: string;
  count: number;
}): Promise<OpenServer> {
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
  return { server, addressSpace, variables };
}
