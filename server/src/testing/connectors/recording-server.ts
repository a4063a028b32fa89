import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import {
  DataType,
  DataValue,
  type IVariableHistorian,
  OPCUACertificateManager,
  type OPCUAServer,
  StatusCodes,
  type UAVariable,
  Variant,
} from 'node-opcua';
import { freePort } from '../free-port.ts';
import { itemSource, makeOpenServer } from './open-server.ts';
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
    for (let i = 0; i < count; i++) this.recorded.set(itemSource(namespaceUri, i), new Map());
  }

  get url(): string {
    return `opc.tcp://127.0.0.1:${this.#port}`;
  }

  toConfiguration(url: string): Record<string, unknown> {
    return { url, securityMode: 'None', publishingInterval: 100, samplingInterval: 0, queueSize: 100 };
  }

  async start(): Promise<void> {
    const { server, addressSpace, variables } = await makeOpenServer({
      port: this.#port,
      certificates: this.#certificates,
      namespaceUri,
      count: this.recorded.size,
    });
    const series = [...this.recorded.values()];
    for (const [item, variable] of variables.entries()) {
      addressSpace.installHistoricalDataNode(variable, { historian: createHistorian(series[item]!) });
      this.#change(variable, series[item]!);
    }
    await server.start();
    this.#server = server;
    this.#timer = setInterval(() => {
      for (const [item, variable] of variables.entries()) this.#change(variable, series[item]!);
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

function createHistorian(values: ReadonlyMap<number, number>): IVariableHistorian {
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
