import { WebSocket } from 'ws';
import { rejectOnAbort } from '../../platform/process/abort.ts';
import { type ConnectorCall, ConnectorFailure, type LiveSink, type SourceValue } from '../connector.ts';
import { openLink } from '../http-client.ts';
import { toLinkFailure } from '../link.ts';
import { longestSilence, SilenceWatch } from '../silence.ts';
import { checked, divide, type Envelope, readItems, toResourceAddress } from './client.ts';
import { toSettings } from './config.ts';
import { type Point, toSources } from './points.ts';
import { Unreadable } from './unreadable.ts';
import { findProblem, type TimedValue, toPoint } from './value.ts';

/** The server has no channels, or a proxy blocks them. */
export class NoChannel extends Error {
  override name = 'NoChannel';
}

/** Number of server cycles without a new value after which it sends an empty message. */
const heartbeatRate = 2;
const largestMessage = 64 * 1024 * 1024;

/**
 * Delivers the messages of the channels of points, until a channel is lost.
 * @param difference milliseconds by which the server's clock is ahead
 * @throws NoChannel, ConnectorFailure
 */
export async function followChannels(
  call: ConnectorCall,
  points: readonly Point[],
  sink: LiveSink,
  difference: () => number,
): Promise<void> {
  const unreadable = new Unreadable(call, sink);
  const parts = divide(points, ({ webId }) => webId);
  let waiting = parts.length;
  const onReady = () => {
    waiting -= 1;
    if (waiting === 0) sink.subscribed();
  };
  const openedAt = Date.now() + Math.min(0, difference());
  const channels = parts.map((part) => {
    const reader = new MessageReader(toSources(part), unreadable, openedAt);
    return follow(call, part, sink, reader, onReady);
  });
  await Promise.all(channels);
}

async function follow(
  call: ConnectorCall,
  points: readonly Point[],
  sink: LiveSink,
  reader: MessageReader,
  onReady: () => void,
): Promise<never> {
  const channel = await open(call, points);
  let isReady = false;
  const silence = new ConnectorFailure('unreachable', 'The server stopped sending on its channel.');
  // Heartbeats are enabled, so silence means a lost link.
  const watch = new SilenceWatch(longestSilence, () => channel.emit('error', silence));
  try {
    return await new Promise<never>((_, reject) => {
      watch.start();
      rejectOnAbort(call.signal).catch(reject);
      channel.on('error', (error) => reject(toLinkFailure(error, 'server')));
      channel.on('close', (code) => reject(closed(code)));
      channel.on('message', async (data) => {
        // The next message waits until this one is stored.
        channel.pause();
        watch.stop();
        try {
          await sink.deliver(reader.read(String(data)));
          if (!isReady) onReady();
          isReady = true;
          watch.start();
          channel.resume();
        } catch (error) {
          reject(error);
        }
      });
    });
  } finally {
    watch.stop();
    channel.terminate();
  }
}

/** Connects and opens the channel. Its first message has the current values of all points. */
async function open(call: ConnectorCall, points: readonly Point[]): Promise<WebSocket> {
  const { authorization } = toSettings(call.configuration);
  const url = new URL(
    toResourceAddress(call, 'streamsets/channel', {
      webId: points.map(({ webId }) => webId),
      includeInitialValues: true,
      heartbeatRate,
    }),
  );
  const socket = await openLink(call, url);
  // The WebSocket uses the existing link, encrypted or not, so that the host is not resolved again.
  url.protocol = 'ws:';
  const channel = new WebSocket(url, {
    createConnection: () => socket,
    headers: authorization === null ? {} : { Authorization: authorization },
    handshakeTimeout: 30_000,
    maxPayload: largestMessage,
    followRedirects: false,
  });
  return new Promise((resolve, reject) => {
    const stop = (error: unknown) => {
      channel.terminate();
      socket.destroy();
      reject(error);
    };
    channel.once('open', () => {
      channel.removeAllListeners();
      channel.pause();
      resolve(channel);
      // The caller has added its listeners by then.
      setImmediate(() => channel.resume());
    });
    channel.once('unexpected-response', (_, response) => stop(toRefusal(response.statusCode ?? 0)));
    channel.on('error', (error) => stop(toLinkFailure(error, 'server')));
  });
}

function toRefusal(status: number): Error {
  if (status === 401)
    return new ConnectorFailure('signIn', 'The server refused the sign-in to its channel (401).');
  if (status === 429 || (status >= 500 && status !== 501))
    return new ConnectorFailure('busy', `The server cannot open a channel now (${status}).`);
  return new NoChannel(`The server does not open a channel (${status}).`);
}

const closed = (code: number): ConnectorFailure =>
  new ConnectorFailure('unreachable', `The server closed the channel (${code}).`);

interface Stream {
  WebId: string;
  /** Values of the message. Some versions send a single one as `Value`. */
  Items?: TimedValue[];
  Value?: TimedValue;
  Errors?: unknown;
}

/** Reads the messages of a channel. A source that the server can't read does not stop the others. */
class MessageReader {
  readonly #sources: ReadonlyMap<string, string>;
  readonly #unreadable: Unreadable;
  /** By source: time of its latest value since the channel was opened. */
  readonly #reached = new Map<string, number>();
  readonly #openedAt: number;

  /**
   * @param sources by WebId
   * @param openedAt by the clock of the server, epoch milliseconds
   */
  constructor(sources: ReadonlyMap<string, string>, unreadable: Unreadable, openedAt: number) {
    this.#sources = sources;
    this.#unreadable = unreadable;
    this.#openedAt = openedAt;
  }

  /** @throws ConnectorFailure for an invalid message */
  read(text: string): SourceValue[] {
    const streams = parseStreams(text);
    const values = streams.flatMap((stream) => this.#toValues(stream));
    this.#unreadable.removeAll(values);
    for (const { source, time } of values)
      this.#reached.set(source, Math.max(this.#getReached(source), time));
    return values;
  }

  #toValues({ WebId: webId, Items: items, Value: value, Errors: errors }: Stream): SourceValue[] {
    const source = this.#sources.get(webId);
    if (source === undefined) return [];
    const values = items ?? (value ? [value] : []);
    const problem = findProblem(values, errors);
    if (problem === null) return values.map((one) => toPoint(source, one));
    this.#unreadable.add(source, problem, this.#getReached(source));
    return [];
  }

  #getReached(source: string): number {
    return this.#reached.get(source) ?? this.#openedAt;
  }
}

function parseStreams(text: string): Stream[] {
  let body: unknown;
  try {
    body = JSON.parse(text);
  } catch (error) {
    throw new ConnectorFailure('protocol', 'The server sent data that is not JSON on its channel.', {
      cause: error,
    });
  }
  const message = checked<Envelope<Stream>>(body);
  // A heartbeat may have none.
  return message.Items === undefined ? [] : readItems(message);
}
