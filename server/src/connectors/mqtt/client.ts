import { randomBytes } from 'node:crypto';
import { readFile, rename, writeFile } from 'node:fs/promises';
import { isIPv6, type Socket } from 'node:net';
import { join } from 'node:path';
import { ErrorWithSubackPacket, type IClientOptions, MqttClient } from 'mqtt';
import { streamBuilder as webSocketOver } from 'mqtt/lib/connect/ws';
import { type ConnectorCall, ConnectorFailure } from '../connector.ts';
import { encryptTrusted, findSocketError, reach } from '../link.ts';
import { longestSilence } from '../silence.ts';
import type { Settings } from './config.ts';
import { toFailure } from './failures.ts';

/** Sessions with a broker: they subscribe, and acknowledge messages one by one. */

export interface Message {
  topic: string;
  payload: Buffer;
  isRetained: boolean;
  /** Acknowledges to the broker that the message is durable. Otherwise it is redelivered with the session. */
  acknowledge(): void;
}

interface SessionOptions {
  clientId: string;
  /** Whether the broker deletes the session when it ends. */
  isClean: boolean;
  /** Handles a message. No further message is read while the returned promise is pending. */
  receive(message: Message): Promise<void> | undefined;
}

export interface Session {
  /** Whether the broker kept the session, and with it the messages since then. */
  isResumed: boolean;
  /** Rejects with a ConnectorFailure when the link is lost. */
  lost: Promise<never>;
  subscribe(filters: readonly string[], qos: 0 | 1): Promise<void>;
  unsubscribe(filters: readonly string[]): Promise<void>;
  /** Requests the birth of a Sparkplug node. No other message is ever published. */
  requestBirth(topic: string, payload: Uint8Array): void;
  end(): Promise<void>;
}

/** Seconds between pings. The client closes a link without an answer after 1.5 times this interval. */
const keepalive = longestSilence / 1_500;

/** The first byte of a PUBACK and the length of the rest. MQTT 3.1.1, section 3.4. */
const puback = [0x40, 2] as const;

/** Signs in over a link. The link is closed with the session. */
export async function signIn(
  link: Socket,
  settings: Settings,
  options: SessionOptions,
  signal: AbortSignal,
): Promise<Session> {
  const closing = () => findSocketError(link) ?? Object.assign(new Error('closed'), { code: 'ECONNRESET' });
  if (link.destroyed) throw toFailure(closing());
  const clientOptions: IClientOptions = {
    clientId: options.clientId,
    clean: options.isClean,
    ...(settings.user !== null && { username: settings.user }),
    ...(settings.password !== null && { password: settings.password }),
    protocolVersion: 4,
    keepalive,
    connectTimeout: 10_000,
    // The connector host decides when to reconnect.
    reconnectPeriod: 0,
    resubscribe: false,
    manualConnect: true,
  };
  let problem: unknown = null;
  const note = (error: unknown) => {
    problem ??= error;
  };
  const client = new MqttClient((self) => {
    const stream = settings.path === null ? link : webSocketOver(self, webSocketOptions(link, settings));
    // The client ignores stream errors without a code.
    stream.on('error', note);
    return stream;
  }, clientOptions);
  client.on('error', note);

  client.handleMessage = (packet, callback) => {
    const { qos, messageId = 0 } = packet;
    const acknowledge = () => {
      if (qos > 0 && client.connected) {
        client.stream.write(Buffer.from([...puback, messageId >> 8, messageId & 0xff]));
      }
    };
    const payload = typeof packet.payload === 'string' ? Buffer.from(packet.payload) : packet.payload;
    // With an error the client continues with the next message without acknowledging this one. We acknowledge it later.
    const next = () => callback(new Error('Acknowledged later'));
    const pause = options.receive({ topic: packet.topic, payload, isRetained: packet.retain, acknowledge });
    if (!pause) return next();
    const pinging = pingMeanwhile(client);
    pause.then(() => {
      clearInterval(pinging);
      next();
    });
  };

  const closed = new Promise<never>((_, reject) => {
    client.on('close', () => {
      reject(toFailure(problem ?? closing()));
    });
  });
  closed.catch(() => {});
  const connected = new Promise<boolean>((resolve) => {
    client.once('connect', (packet) => resolve(packet.sessionPresent));
  });
  const abort = () => link.destroy();
  signal.addEventListener('abort', abort);
  client.connect();
  let isResumed: boolean;
  try {
    isResumed = await Promise.race([connected, closed]);
  } catch (error) {
    client.end(true);
    link.destroy();
    throw error;
  } finally {
    signal.removeEventListener('abort', abort);
  }
  return {
    isResumed,
    lost: closed,
    subscribe: (filters, qos) => Promise.race([subscribe(client, filters, qos), closed]),
    unsubscribe: async (filters) => {
      await Promise.race([client.unsubscribeAsync([...filters]), closed]);
    },
    requestBirth: (topic, payload) => {
      client.publish(topic, Buffer.from(payload), { qos: 0, retain: false });
    },
    end: () => endSession(client, link),
  };
}

/** Keeps a link alive while no message is read from it, since the answers to pings wait behind the messages. */
function pingMeanwhile(client: MqttClient): NodeJS.Timeout {
  const timer = setInterval(
    () => {
      if (!client.connected) return clearInterval(timer);
      client.sendPing();
      client.reschedulePing(true);
    },
    (keepalive * 1_000) / 3,
  );
  return timer;
}

/** Returns WebSocket options that use the existing link, encrypted or not, so that the host is not resolved again. */
function webSocketOptions(link: Socket, settings: Settings): IClientOptions {
  return {
    protocol: 'ws',
    protocolId: 'MQTT',
    protocolVersion: 4,
    hostname: isIPv6(settings.host) ? `[${settings.host}]` : settings.host,
    port: settings.port,
    path: settings.path!,
    wsOptions: { createConnection: () => link, handshakeTimeout: 10_000 },
  };
}

async function subscribe(client: MqttClient, filters: readonly string[], qos: 0 | 1): Promise<void> {
  try {
    await client.subscribeAsync([...filters], { qos });
  } catch (error) {
    const granted = error instanceof ErrorWithSubackPacket ? error.packet.granted : [];
    const refused = filters.filter((_, at) => Number(granted[at]) >= 128);
    if (refused.length === 0) throw toFailure(error);
    throw new ConnectorFailure(
      'refused',
      `The broker does not allow this user to read ${refused.join(', ')}.`,
      {
        cause: error,
      },
    );
  }
}

/** Disconnects, and waits a second for the broker to close the link. */
function endSession(client: MqttClient, link: Socket): Promise<void> {
  return new Promise((resolve) => {
    const done = () => {
      clearTimeout(timer);
      link.destroy();
      resolve();
    };
    const timer = setTimeout(done, 1000);
    client.end(!client.connected, done);
  });
}

/** Resolves the address, connects, encrypts and signs in. */
export async function openSession(
  call: ConnectorCall,
  settings: Settings,
  options: SessionOptions,
): Promise<Session> {
  const address = await call.addresses.resolve(settings.host);
  const socket = await reach(address, settings, call.signal);
  const link = settings.isEncrypted ? await encryptTrusted(socket, settings, call) : socket;
  return signIn(link, settings, options, call.signal);
}

/** The name of our session at the broker: as configured, else made once and kept. */
export async function getClientId(call: ConnectorCall, settings: Settings): Promise<string> {
  if (settings.clientId !== null) return settings.clientId;
  const file = join(call.directory, 'client-id');
  const kept = await readFile(file, 'utf8').catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT') return null;
    throw error;
  });
  if (kept) return kept;
  // Every broker accepts up to 23 letters and digits.
  const made = `twinward${randomBytes(4).toString('hex')}`;
  await writeFile(`${file}.new`, made);
  await rename(`${file}.new`, file);
  return made;
}

/** A name for a session of a test or of browsing, which must not push the running connection out. */
export const createTemporaryId = async (call: ConnectorCall, settings: Settings): Promise<string> =>
  `${await getClientId(call, settings)}-${randomBytes(2).toString('hex')}`;
