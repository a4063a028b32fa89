import { join } from 'node:path';
import {
  DataType,
  DataValue,
  type IVariableHistorian,
  makeEUInformation,
  OPCUACertificateManager,
  OPCUAServer,
  type ReadRawModifiedDetails,
  StatusCodes,
  setErrorLogger,
  setWarningLogger,
  Variant,
} from 'node-opcua';
import { type Recording, type Signal, timeOfValue, valueAt } from './recording.ts';
import { localServer } from './server-options.ts';

// Its warnings are about its own certificates.
setErrorLogger(() => {});
setWarningLogger(() => {});

export const demoUser = { user: 'operator', password: 'operator' };
const demoNamespace = 'urn:twinward:demo';

/** Milliseconds of history that the server keeps. */
export const keptHistory = 48 * 3_600_000;

const units: Readonly<Record<string, [symbol: string, long: string]>> = {
  Cel: ['°C', 'degree Celsius'],
  'kPa{gauge}': ['kPa', 'kilopascal'],
  'kg/h': ['kg/h', 'kilogram per hour'],
  kW: ['kW', 'kilowatt'],
  '%': ['%', 'percent'],
  'm3{standard}/h': ['m³/h', 'cubic metre per hour'],
};

/**
 * An OPC UA server on this machine alone, which plays a recording.
 *
 * @param directory - where it keeps its certificate, so that it has to be trusted once
 */
export async function startDemoServer(
  recording: Recording,
  port: number,
  directory: string,
): Promise<{ stop(): Promise<void> }> {
  const managers = ['own', 'users'].map(
    (name) =>
      new OPCUACertificateManager({
        rootFolder: join(directory, name),
        automaticallyAcceptUnknownCertificate: true,
      }),
  );
  const [own, users] = managers;
  const server = new OPCUAServer({
    ...localServer(port, demoUser),
    serverInfo: { applicationUri: 'urn:twinward:demo-opcua', applicationName: { text: 'Twinward demo' } },
    ...(own ? { serverCertificateManager: own } : {}),
    ...(users ? { userCertificateManager: users } : {}),
    // The history of two signals is in memory at once.
    serverCapabilities: { operationLimits: { maxNodesPerHistoryReadData: 2 } },
  });
  await server.initialize();
  const play = fill(server, recording);
  await server.start();
  const timer = setInterval(play, recording.step);
  return {
    async stop() {
      clearInterval(timer);
      await server.shutdown(0);
      for (const manager of managers) await manager.dispose();
    },
  };
}

/** Makes the variables. @returns what gives them their values of now */
function fill(server: OPCUAServer, recording: Recording): () => void {
  const { addressSpace } = server.engine;
  if (!addressSpace) throw new Error('The server has no address space.');
  const namespace = addressSpace.registerNamespace(demoNamespace);
  const reactor = namespace.addFolder(addressSpace.rootFolder.objects, {
    browseName: 'Reactor',
    nodeId: 's=Reactor',
    description: 'Recorded runs of the Tennessee Eastman process, three minutes in two seconds',
  });
  const variables = recording.signals.map((signal) => {
    const [symbol, long] = units[signal.unit] ?? [signal.unit, signal.unit];
    const variable = namespace.addAnalogDataItem({
      componentOf: reactor,
      browseName: signal.caption,
      nodeId: `s=Reactor.${signal.name}`,
      description: `${signal.name} of the publication`,
      dataType: DataType.Double,
      engineeringUnitsRange: { low: Math.min(...signal.values), high: Math.max(...signal.values) },
      engineeringUnits: makeEUInformation(symbol, symbol, long),
    });
    addressSpace.installHistoricalDataNode(variable, { historian: createHistorian(recording, signal) });
    return { variable, signal };
  });
  const play = () => {
    const time = timeOfValue(recording, Date.now());
    for (const { variable, signal } of variables)
      variable.setValueFromSource(
        { dataType: DataType.Double, value: valueAt(recording, signal, time) },
        StatusCodes.Good,
        new Date(time),
      );
  };
  play();
  return play;
}

/** Reads the past out of the recording. */
function createHistorian(recording: Recording, signal: Signal): IVariableHistorian {
  return {
    push: async () => {},
    extractDataValues(details: ReadRawModifiedDetails, _maximum, _isReversed, _reverse, callback) {
      const now = Date.now();
      const from = Math.max(details.startTime?.getTime() ?? 0, now - keptHistory);
      const to = Math.min(details.endTime?.getTime() ?? now, now);
      const values: DataValue[] = [];
      for (let time = Math.ceil(from / recording.step) * recording.step; time <= to; time += recording.step)
        values.push(
          new DataValue({
            value: new Variant({ dataType: DataType.Double, value: valueAt(recording, signal, time) }),
            sourceTimestamp: new Date(time),
            statusCode: StatusCodes.Good,
          }),
        );
      callback(null, values);
    },
  };
}
