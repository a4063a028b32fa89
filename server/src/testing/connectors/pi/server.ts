import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import { createServer as createTlsServer } from 'node:https';
import type { AddressInfo, Socket } from 'node:net';
import type { Duplex } from 'node:stream';
import { WebSocketServer } from 'ws';
import {
  type ArchivedPoint,
  firstFrom,
  insert,
  PiArchive,
  type PointOptions,
  type Recorded,
  written,
} from './archive.ts';
import { Channels } from './channels.ts';
import { answer, type Fault, nextFault } from './faults.ts';
import { Updates } from './updates.ts';
import { listWrites } from './writes.ts';

/** Items that one answer has at the most. */
const mostItems = 150_000;

class Refusal extends Error {
  readonly status: number;

  constructor(status: number, message: string) {
    super(message);
    this.status = status;
  }
}

/**
 * PI Web API with one PI Data Archive, over HTTP and WebSocket, written from the published reference. It keeps its
 * archive while it is stopped, and misbehaves on a test's request.
 */
export class PiServer {
  readonly archive = new PiArchive('PLANT');
  readonly user = 'PLANT\\twinward';
  readonly password = 'secret-of-pi';
  readonly token = 'token-of-pi';
  readonly faults: Fault[] = [];
  /** What was called, as `METHOD path`. */
  readonly calls: string[] = [];
  /** Of them, those that would change something in the plant; there must be none. */
  readonly writes: string[] = [];
  offersChannel = true;
  /** Whether values are given twice. */
  doubles = false;
  /** Milliseconds by which its clock is ahead. */
  ahead = 0;
  #port = 0;
  #server: Server | null = null;
  #channels = new Channels();
  #updates = new Updates();
  readonly #sockets = new Set<Socket>();
  readonly #tls: { key: string | Buffer; cert: string | Buffer } | null;

  constructor(tls: { key: string | Buffer; cert: string | Buffer } | null = null) {
    this.#tls = tls;
  }

  /** Of PI Web API. */
  get url(): string {
    return `${this.#tls ? 'https' : 'http'}://127.0.0.1:${this.#port}/piwebapi`;
  }

  get channels(): number {
    return this.#channels.count;
  }

  /** Its clock. */
  now(): number {
    return Date.now() + this.ahead;
  }

  add(name: string, options?: PointOptions): string {
    return this.archive.add(name, options).path;
  }

  /** Records a value of a point, now unless given, and sends it to those who follow it. @returns its time */
  record(path: string, value: unknown, over: Partial<Recorded> = {}): number {
    const point = this.archive.findByPath(path)!;
    const { time = Math.max(this.now(), (point.values.at(-1)?.time ?? 0) + 1), ...flags } = over;
    const recorded = { time, value, good: true, questionable: false, substituted: false, ...flags };
    insert(point.values, recorded);
    const changes = this.doubles ? [recorded, recorded] : [recorded];
    this.#channels.add(point, changes);
    this.#updates.add(point, changes);
    return time;
  }

  /** Fails for a point from now on, as when its archive is away; null: gives it again. */
  failFor(path: string, problem: string | null): void {
    this.archive.findByPath(path)!.problem = problem;
  }

  async start(): Promise<void> {
    const handle = (request: IncomingMessage, response: ServerResponse) =>
      void this.#handle(request, response);
    const server = this.#tls ? createTlsServer(this.#tls, handle) : createServer(handle);
    server.on('connection', (socket: Socket) => {
      this.#sockets.add(socket);
      socket.on('close', () => this.#sockets.delete(socket));
    });
    const sockets = new WebSocketServer({ noServer: true });
    server.on('upgrade', (request, socket, head) => this.#upgrade(sockets, request, socket, head));
    await new Promise<void>((resolve) => server.listen(this.#port, '127.0.0.1', resolve));
    this.#port = (server.address() as AddressInfo).port;
    this.#server = server;
  }

  /** What is recorded meanwhile is sent to nobody. */
  async stop(): Promise<void> {
    const server = this.#server;
    this.#server = null;
    this.cut();
    this.forgetMarkers();
    await new Promise((resolve) => (server ? server.close(resolve) : resolve(null)));
  }

  async remove(): Promise<void> {
    this.#channels.stop();
    await this.stop();
  }

  cut(): void {
    for (const socket of this.#sockets) socket.resetAndDestroy();
  }

  /** As a server that was started again, or whose markers nobody used in time. */
  forgetMarkers(): void {
    this.#updates = new Updates();
  }

  /** Sends a text on all channels. */
  sendOnChannels(text: string): void {
    this.#channels.sendRaw(text);
  }

  async #handle(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const url = new URL(request.url!, this.url);
    const path = url.pathname.replace('/piwebapi/', '');
    const call = `${request.method} ${path}`;
    this.calls.push(call);
    const fault = nextFault(this.faults, call);
    let body = '';
    for await (const part of request) body += part;
    this.writes.push(...listWrites(request.method!, path, body));
    try {
      this.#checkSignIn(request);
      if (request.method !== 'GET' && !request.headers['x-requested-with'])
        throw new Refusal(403, 'The request may be forged: X-Requested-With is missing.');
      answer(response, 200, this.#read(request.method!, url, body), fault);
    } catch (error) {
      const status = error instanceof Refusal ? error.status : 500;
      answer(response, status, { Errors: [(error as Error).message] }, fault);
    }
  }

  #checkSignIn({ headers }: IncomingMessage): void {
    const basic = `Basic ${Buffer.from(`${this.user}:${this.password}`).toString('base64')}`;
    if (headers.authorization !== basic && headers.authorization !== `Bearer ${this.token}`)
      throw new Refusal(401, 'Authorization has been denied for this request.');
  }

  #read(method: string, url: URL, body: string): unknown {
    const read = this.#toAnswer(method, url, body);
    const fields = url.searchParams.get('selectedFields');
    return fields === null
      ? read
      : select(
          read,
          fields.split(';').map((field) => field.split('.')),
        );
  }

  #toAnswer(method: string, url: URL, body: string): unknown {
    const path = url.pathname.replace('/piwebapi/', '');
    const { searchParams: parameters } = url;
    const [first, id, last] = path.split('/').map(decodeURIComponent);
    if (path === 'system/status')
      return {
        UpTimeInMinutes: 1,
        State: 'Running',
        CacheInstances: 0,
        ServerTime: new Date(this.now()).toISOString(),
      };
    if (path === 'system/userinfo') return { IdentityType: 'WindowsIdentity', Name: this.user };
    if (path === 'dataservers')
      return {
        Links: {},
        Items: [
          {
            WebId: this.archive.webId,
            Name: this.archive.name,
            Path: `\\\\PIServers[${this.archive.name}]`,
            IsConnected: true,
            ServerVersion: '3.4.440',
          },
        ],
      };
    if (first === 'dataservers' && last === 'points') return this.#listPoints(id!, parameters);
    if (path === 'points') return this.#pointOfPath(parameters.get('path') ?? '');
    if (first === 'streams' && last === 'recorded')
      return { Links: {}, Items: this.#recorded(this.#findPoint(id!), parameters), UnitsAbbreviation: '' };
    if (path === 'streamsets/recorded')
      return {
        Links: {},
        Items: this.#findPoints(parameters).map((point) => ({
          ...named(point),
          ...(point.problem === null
            ? { Items: this.#recorded(point, parameters) }
            : { Items: [], Errors: [point.problem] }),
        })),
      };
    if (path === 'streamsets/value')
      return {
        Links: {},
        Items: this.#findPoints(parameters).map((point) => ({ ...named(point), Value: this.#latest(point) })),
      };
    if (path === 'streamsets/updates') {
      if (method === 'POST')
        return {
          Links: {},
          Items: this.#findPoints(parameters).map((point) => this.#updates.register(point)),
        };
      const items = this.#updates.read(parameters.getAll('marker'));
      if (items === null) throw new Refusal(404, 'Cache not found.');
      return { Links: {}, Items: items };
    }
    if (path === 'batch' && method === 'POST') return this.#batch(JSON.parse(body));
    throw new Refusal(404, 'No resource was found.');
  }

  #listPoints(webId: string, parameters: URLSearchParams) {
    if (webId !== this.archive.webId) throw new Refusal(404, 'Unknown data server.');
    const start = Number(parameters.get('startIndex') ?? 0);
    const count = Number(parameters.get('maxCount') ?? 1000);
    const found = this.archive.search(parameters.get('nameFilter') ?? '*').slice(start, start + count);
    return { Links: {}, Items: found.map(described) };
  }

  #pointOfPath(path: string) {
    const point = this.archive.findByPath(path);
    if (!point) throw new Refusal(404, `PI Point not found '${path}'.`);
    return described(point);
  }

  #findPoint(webId: string): ArchivedPoint {
    const point = this.archive.find(webId);
    if (!point) throw new Refusal(400, `The specified WebId ${webId} is invalid.`);
    return point;
  }

  #findPoints(parameters: URLSearchParams): ArchivedPoint[] {
    return parameters.getAll('webId').map((webId) => this.#findPoint(webId));
  }

  /** Values from startTime to endTime, both included. */
  #recorded({ values }: ArchivedPoint, parameters: URLSearchParams) {
    const [from, to] = [parameters.get('startTime'), parameters.get('endTime')].map((text) =>
      Date.parse(text ?? ''),
    );
    const maxCount = Number(parameters.get('maxCount') ?? 1000);
    if (maxCount > mostItems) throw new Refusal(400, `maxCount is larger than ${mostItems}.`);
    const start = firstFrom(values, from!);
    const found = values.slice(start, Math.min(firstFrom(values, to! + 1), start + maxCount)).map(written);
    return this.doubles ? found.flatMap((value) => [value, value]).slice(0, maxCount) : found;
  }

  #latest({ values }: ArchivedPoint) {
    const last = values.at(-1);
    const none = { Name: 'Pt Created', Value: 253, IsSystem: true };
    return written(last ?? { time: 0, value: none, good: false, questionable: false, substituted: false });
  }

  #batch(requests: Record<string, { Method: string; Resource: string }>) {
    const answers = Object.entries(requests).map(([id, { Method: method, Resource: resource }]) => {
      const headers = { 'Content-Type': 'application/json; charset=utf-8' };
      try {
        return [id, { Status: 200, Headers: headers, Content: this.#read(method, new URL(resource), '') }];
      } catch (error) {
        if (!(error instanceof Refusal)) throw error;
        return [id, { Status: error.status, Headers: headers, Content: { Errors: [error.message] } }];
      }
    });
    return Object.fromEntries(answers);
  }

  #upgrade(sockets: WebSocketServer, request: IncomingMessage, socket: Duplex, head: Buffer): void {
    const url = new URL(request.url!, this.url);
    this.calls.push(`CHANNEL ${url.pathname.replace('/piwebapi/', '')}`);
    const refuse = (status: string) => socket.end(`HTTP/1.1 ${status}\r\nConnection: close\r\n\r\n`);
    try {
      this.#checkSignIn(request);
      if (!this.offersChannel) return void refuse('404 Not Found');
      const points = this.#findPoints(url.searchParams);
      const heartbeatRate = Number(url.searchParams.get('heartbeatRate') ?? 0);
      const sendsInitial = url.searchParams.get('includeInitialValues') === 'true';
      sockets.handleUpgrade(request, socket, head, (channel) =>
        this.#channels.open(channel, points, heartbeatRate, sendsInitial),
      );
    } catch (error) {
      refuse(error instanceof Refusal && error.status === 401 ? '401 Unauthorized' : '400 Bad Request');
    }
  }
}

const named = ({ webId, name, path }: ArchivedPoint) => ({ WebId: webId, Name: name, Path: path, Links: {} });

const described = (point: ArchivedPoint) => ({
  ...named(point),
  Id: point.id,
  Descriptor: point.descriptor,
  PointClass: 'classic',
  PointType: point.type,
  DigitalSetName: '',
  Span: 100,
  Zero: 0,
  EngineeringUnits: point.unit,
  Step: false,
  Future: false,
});

/** Only these fields of an answer, each the path to it. */
function select(value: unknown, fields: readonly (readonly string[])[]): unknown {
  if (Array.isArray(value)) return value.map((one) => select(one, fields));
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(
    Object.entries(value).flatMap(([name, inner]) => {
      const own = fields.filter(([head]) => head === name).map(([, ...rest]) => rest);
      if (own.length === 0) return [];
      return [[name, own.some((rest) => rest.length === 0) ? inner : select(inner, own)]];
    }),
  );
}
