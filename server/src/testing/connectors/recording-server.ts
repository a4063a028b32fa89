import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import {
  DataType,
  DataValue,
  type IVariableHistorian,
  MessageSecurityMode,
  OPCUACertificateManager,
  OPCUAServer,
  SecurityPolicy,
  StatusCodes,
  type UAVariable,
  Variant,
} from 'node-opcua';
import { freePort } from '../free-port.ts';
import type { RecordingSystem } from './recording-system.ts';

const namespaceUri = 'urn:recording';

/** A real OPC UA server. */
export class RecordingServer implements RecordingSystem {
  readonly recorded = new Map<string, Map<number, number>>();
  readonly #port: number;
  readonly #directory: string;
  readonly #interval: number;
  readonly #certificates: OPCUACertificateManager;
  #server: OPCUAServer | null = null;
  #timer: NodeJS.Timeout | undefined;

  /** @param interval milliseconds from one value of an item to the next */
  static async start(count: number, interval = 250): Promise<RecordingServer> {
    const directory = await mkdtemp(join(tmpdir(), 'opcua-recording-'));
    const server = new RecordingServer(await freePort(), directory, count, interval);
    await server.start();
    return server;
  }

  private constructor(port: number, directory: string, count: number, interval: number) {
    this.#port = port;
    this.#directory = directory;
    this.#interval = interval;
    this.#certificates = new OPCUACertificateManager({ rootFolder: join(directory, 'pki') });
    for (let i = 0; i < count; i++) this.recorded.set(`nsu=${namespaceUri};s=v${i}`, new Map());
  }

  get url(): string {
    return `opc.tcp://127.0.0.1:${this.#port}`;
  }

  configurationOf(url: string): Record<string, unknown> {
    return { url, securityMode: 'None', publishingInterval: 100, samplingInterval: 0, queueSize: 100 };
  }

  async start(): Promise<void> {
    const server = new OPCUAServer({
      port: this.#port,
      host: '127.0.0.1',
      hostname: 'localhost',
      serverCertificateManager: this.#certificates,
      securityModes: [MessageSecurityMode.None],
      securityPolicies: [SecurityPolicy.None],
      allowAnonymous: true,
      serverCapabilities: { minSupportedSampleRate: 1 },
    });
    await server.initialize();
    const addressSpace = server.engine.addressSpace!;
    const namespace = addressSpace.registerNamespace(namespaceUri);
    const variables = [...this.recorded].map(([source, values], i) => {
      const variable = namespace.addVariable({
        organizedBy: addressSpace.rootFolder.objects,
        browseName: `v${i}`,
        nodeId: source.slice(source.indexOf(';') + 1),
        dataType: DataType.Double,
        minimumSamplingInterval: 0,
      });
      addressSpace.installHistoricalDataNode(variable, { historian: historianOf(values) });
      this.#change(variable, values);
      return { variable, values };
    });
    await server.start();
    this.#server = server;
    this.#timer = setInterval(() => {
      for (const { variable, values } of variables) this.#change(variable, values);
    }, this.#interval);
  }

  async stop(): Promise<void> {
    clearInterval(this.#timer);
    await this.#server?.shutdown(0);
    this.#server = null;
  }

  rest(): void {
    clearInterval(this.#timer);
  }

  async remove(): Promise<void> {
    await this.stop();
    await this.#certificates.dispose();
    await rm(this.#directory, { recursive: true, force: true });
  }

  #change(variable: UAVariable, values: Map<number, number>): void {
    const time = Date.now();
    const value = Math.random();
    values.set(time, value);
    variable.setValueFromSource({ dataType: DataType.Double, value }, StatusCodes.Good, new Date(time));
  }
}

function historianOf(values: ReadonlyMap<number, number>): IVariableHistorian {
  return {
    push: async () => {},
    extractDataValues({ startTime, endTime }, _maximum, _isReversed, _reverse, callback) {
      const [from, to] = [startTime?.getTime() ?? 0, endTime?.getTime() ?? 0];
      const found = [...values].filter(([time]) => time >= from && time <= to);
      callback(
        null,
        found.map(
          ([time, value]) =>
            new DataValue({
              value: new Variant({ dataType: DataType.Double, value }),
              sourceTimestamp: new Date(time),
              statusCode: StatusCodes.Good,
            }),
        ),
      );
    },
  };
}
