import { createServer as createHttpServer } from 'node:http';
import { type AddressInfo, createServer, type Server, type Socket } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import { createServer as createTlsServer } from 'node:tls';
import { Aedes } from 'aedes';
import { createWebSocketStream, WebSocketServer } from 'ws';
import { certificateFile } from '../../testing/certificates.ts';

export interface BrokerOptions {
  /** User and password. Without them all clients may sign in. */
  account?: { user: string; password: string };
  /** TLS with the certificate of broker.test. `client` requires a client certificate of the test CA. */
  tls?: 'server' | 'client';
  /** By WebSocket, at /mqtt. */
  webSocket?: boolean;
  /** A topic filter whose subscription is refused. */
  forbidden?: string;
}

/** A real MQTT broker in this process. It keeps its sessions across `stop` and `start`. */
export class TestBroker {
  readonly #options: BrokerOptions;
  readonly #brokers: Aedes[] = [];
  #server!: Server;
  #sockets = new Set<Socket>();
  #port = 0;
  /** Signed-in clients that have not yet received their queued messages. */
  readonly #returning = new Set<unknown>();
  #publishing: Promise<unknown> = Promise.resolve();
  /** Topics that clients published, by client. */
  readonly published: { client: string; topic: string; payload: Buffer }[] = [];
  /** Client ID of each acknowledged message. */
  readonly acknowledged: string[] = [];
  /** Subscriptions, with client IDs and filters. */
  readonly subscribed: { client: string; filters: string[] }[] = [];

  constructor(options: BrokerOptions = {}) {
    this.#options = options;
  }

  static async start(options: BrokerOptions = {}): Promise<TestBroker> {
    const broker = new TestBroker(options);
    await broker.start();
    return broker;
  }

  get port(): number {
    return this.#port;
  }

  get url(): string {
    const { tls, webSocket } = this.#options;
    return `${webSocket ? 'ws' : 'mqtt'}${tls ? 's' : ''}://127.0.0.1:${this.#port}${webSocket ? '/mqtt' : ''}`;
  }

  /** Client IDs that are signed in. */
  get clients(): string[] {
    return Object.keys((this.#brokers.at(-1) as unknown as { clients: Record<string, unknown> }).clients);
  }

  async start(): Promise<void> {
    const { account, forbidden, tls, webSocket } = this.#options;
    const before = this.#brokers.at(-1) as unknown as { persistence: unknown } | undefined;
    const aedes = new Aedes({
      ...(before && { persistence: before.persistence }),
      authenticate: (client, user, password, done) => {
        const isKnown = !account || (user === account.user && password?.toString() === account.password);
        const refusal = Object.assign(new Error('refused'), { returnCode: user === 'banned' ? 5 : 4 });
        if (!isKnown) return done(refusal, null);
        // This broker loses messages that are published while a client is resuming its session.
        void this.#publishing.then(() => {
          if (!client.closed) this.#returning.add(client);
          client.conn.once('close', () => this.#returning.delete(client));
          done(null, true);
        });
      },
      authorizeSubscribe: (_client, subscription, done) =>
        done(null, subscription.topic === forbidden ? null : subscription),
    });
    await aedes.listen();
    aedes.on('clientReady', (client) => this.#returning.delete(client));
    aedes.on('publish', (packet, client) => {
      if (client) {
        const { topic, payload } = packet;
        this.published.push({ client: client.id, topic, payload: Buffer.from(payload) });
      }
    });
    aedes.on('ack', (_packet, client) => this.acknowledged.push(client.id));
    aedes.on('subscribe', (subscriptions, client) => {
      this.subscribed.push({ client: client.id, filters: subscriptions.map(({ topic }) => topic) });
    });
    this.#brokers.push(aedes);
    const upgrades = createHttpServer();
    if (webSocket) {
      new WebSocketServer({ server: upgrades, path: '/mqtt' }).on('connection', (client, request) => {
        aedes.handle(createWebSocketStream(client), request);
      });
    }
    const accept = (socket: Socket) => {
      this.#sockets.add(socket);
      socket.on('close', () => this.#sockets.delete(socket));
      if (webSocket) upgrades.emit('connection', socket);
      else aedes.handle(socket);
    };
    const files = {
      key: certificateFile('server.key'),
      cert: certificateFile('server.pem'),
      ...(tls === 'client' && { ca: certificateFile('ca.pem'), requestCert: true, rejectUnauthorized: true }),
    };
    this.#server = tls ? createTlsServer(files, accept) : createServer(accept);
    this.#server.on('tlsClientError', () => {});
    await new Promise<void>((resolve) => this.#server.listen(this.#port, '127.0.0.1', resolve));
    this.#port = (this.#server.address() as AddressInfo).port;
  }

  /** Publishes as the broker itself. */
  publish(topic: string, text: string): Promise<void> {
    const packet = {
      cmd: 'publish',
      qos: 1,
      topic,
      payload: Buffer.from(text),
      dup: false,
      retain: false,
    } as const;
    return new Promise((resolve, reject) => {
      this.#brokers.at(-1)!.publish(packet, (error) => (error ? reject(error) : resolve()));
    });
  }

  /** Publishes as the broker itself while no client is resuming its session. */
  async publishTogether(messages: readonly { topic: string; text: string }[]): Promise<void> {
    while (this.#returning.size > 0) await sleep(20);
    this.#publishing = Promise.all(messages.map(({ topic, text }) => this.publish(topic, text)));
    await this.#publishing;
  }

  /** Simulates a killed process: cuts all links immediately. */
  async stop(): Promise<void> {
    const closed = new Promise((resolve) => this.#server.close(resolve));
    for (const socket of this.#sockets) socket.destroy();
    await closed;
  }

  async close(): Promise<void> {
    await this.stop();
    for (const broker of this.#brokers) await new Promise<void>((resolve) => broker.close(() => resolve()));
  }
}
