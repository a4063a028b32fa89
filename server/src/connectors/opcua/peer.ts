import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import {
  type AddressSpace,
  DataType,
  DataValue,
  type IVariableHistorian,
  makeEUInformation,
  type Namespace,
  OPCUACertificateManager,
  OPCUAServer,
  PublishRequest,
  type ReadRawModifiedDetails,
  StatusCodes,
  type UAVariable,
  Variant,
  VariantArrayType,
} from 'node-opcua';
import { localServer } from '../../demo-systems/opcua/server-options.ts';
import { freePort } from '../../testing/free-port.ts';

/** A real OPC UA server for tests, with a pump, many values, and a history of one of them. */
export interface Peer {
  url: string;
  port: number;
  /** Names of the services that clients have called. */
  requests: Set<string>;
  /** Number of acknowledged messages with values. */
  acknowledged: number;
  variables: PeerVariables;
  /** Sets whether it trusts unknown certificates. */
  trustNewClients(isTrusted: boolean): void;
  stop(): Promise<void>;
  start(): Promise<void>;
  remove(): Promise<void>;
}

interface PeerVariables {
  speed: UAVariable;
  running: UAVariable;
  fast: UAVariable;
}

const peerNamespace = 'urn:plant;a';
export const peerUser = { user: 'operator', password: 'a-long-secret' };

/** Start and step of the history of the speed, in milliseconds, and its number of values. */
export const peerHistory = { start: Date.UTC(2026, 0, 1), step: 1000, count: 25_000 };

/** Number of nodes in each of two folders, more than fit into one response. */
export const manyCount = 1200;

export async function startPeer(): Promise<Peer> {
  const directory = await mkdtemp(join(tmpdir(), 'opcua-peer-'));
  const port = await freePort();
  const requests = new Set<string>();
  const certificates = new OPCUACertificateManager({
    rootFolder: join(directory, 'pki'),
    automaticallyAcceptUnknownCertificate: true,
  });
  const users = new OPCUACertificateManager({
    rootFolder: join(directory, 'users'),
    automaticallyAcceptUnknownCertificate: true,
  });
  let server: OPCUAServer;
  const peer: Peer = {
    url: `opc.tcp://localhost:${port}`,
    port,
    requests,
    acknowledged: 0,
    variables: null as unknown as PeerVariables,
    trustNewClients: (isTrusted) => {
      certificates.automaticallyAcceptUnknownCertificate = isTrusted;
    },
    start,
    stop: () => server.shutdown(0),
    remove: async () => {
      await server.shutdown(0);
      await certificates.dispose();
      await users.dispose();
      await rm(directory, { recursive: true, force: true });
    },
  };
  await start();
  return peer;

  async function start(): Promise<void> {
    server = new OPCUAServer({
      ...localServer(port, peerUser),
      resourcePath: '/plant',
      serverCertificateManager: certificates,
      userCertificateManager: users,
      serverCapabilities: {
        minSupportedSampleRate: 1,
        maxBrowseContinuationPoints: 1,
        operationLimits: { maxNodesPerRead: 100, maxNodesPerBrowse: 50, maxNodesPerHistoryReadData: 2 },
      },
    });
    await server.initialize();
    server.on('request', (request: object) => {
      requests.add(request.constructor.name);
      if (request instanceof PublishRequest)
        peer.acknowledged += request.subscriptionAcknowledgements?.length ?? 0;
    });
    const { addressSpace } = server.engine;
    if (!addressSpace) throw new Error('The server has no address space.');
    peer.variables = fill(addressSpace, addressSpace.registerNamespace(peerNamespace));
    await server.start();
  }
}

function fill(addressSpace: AddressSpace, namespace: Namespace): PeerVariables {
  const pump = namespace.addFolder(addressSpace.rootFolder.objects, {
    browseName: 'Pump',
    nodeId: 's=Pump',
    description: 'Feeds the boiler',
  });
  const speed = namespace.addAnalogDataItem({
    componentOf: pump,
    browseName: 'Speed',
    nodeId: 's=Pump.Speed',
    description: 'Of the shaft',
    dataType: DataType.Double,
    engineeringUnitsRange: { low: 0, high: 3000 },
    engineeringUnits: makeEUInformation('RPM', 'rpm', 'revolutions per minute'),
    value: { dataType: DataType.Double, value: 1480 },
  });
  addressSpace.installHistoricalDataNode(speed, { historian: recordedHistorian() });
  const variable = (name: string, dataType: DataType, value: unknown) =>
    namespace.addVariable({
      componentOf: pump,
      browseName: name,
      nodeId: `s=Pump.${name}`,
      dataType,
      minimumSamplingInterval: 0,
      value: new Variant({ dataType, arrayType: VariantArrayType.Scalar, value }),
    });
  const running = variable('Running', DataType.Boolean, true);
  variable('Hours', DataType.UInt64, [0x200000, 1]);
  variable('Serial', DataType.String, 'A-17');
  const fast = variable('Fast', DataType.Int32, 0);
  namespace.addVariable({
    componentOf: pump,
    browseName: 'Levels',
    nodeId: 's=Pump.Levels[0]',
    dataType: DataType.Double,
    valueRank: 1,
    arrayDimensions: [3],
    value: new Variant({
      dataType: DataType.Double,
      arrayType: VariantArrayType.Array,
      value: [1.5, 2.5, 3.5],
    }),
  });
  const broken = variable('Broken', DataType.Double, 0);
  broken.setValueFromSource({ dataType: DataType.Double, value: 0 }, StatusCodes.BadNotConnected);
  for (const [folder, first] of [
    ['Many', 10_000],
    ['More', 20_000],
  ] as const) {
    const many = namespace.addFolder(addressSpace.rootFolder.objects, {
      browseName: folder,
      nodeId: `s=${folder}`,
    });
    for (let index = 0; index < manyCount; index++)
      namespace.addVariable({
        componentOf: many,
        browseName: `Value ${index}`,
        nodeId: `i=${first + index}`,
        dataType: DataType.Int16,
        value: new Variant({ dataType: DataType.Int16, value: index }),
      });
  }
  return { speed, running, fast };
}

/** Returns the recorded values between two times, both inclusive, as some servers do. */
function recordedHistorian(): IVariableHistorian {
  return {
    push: async () => {},
    extractDataValues(details: ReadRawModifiedDetails, _maximum, _isReversed, _reverse, callback) {
      const from = details.startTime?.getTime() ?? 0;
      const to = details.endTime?.getTime() ?? 0;
      const values: DataValue[] = [];
      for (let index = 0; index < peerHistory.count; index++) {
        const time = peerHistory.start + index * peerHistory.step;
        if (time >= from && time <= to)
          values.push(
            new DataValue({
              value: new Variant({ dataType: DataType.Double, value: index }),
              sourceTimestamp: new Date(time),
              statusCode: StatusCodes.Good,
            }),
          );
      }
      callback(null, values);
    },
  };
}
