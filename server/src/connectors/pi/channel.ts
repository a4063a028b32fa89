import type { Socket } from 'node:net';
import { WebSocket } from 'ws';
import { rejectOnAbort } from '../../platform/process/abort.ts';
import { type ConnectorCall, ConnectorFailure, type LiveSink, type SourceValue } from '../connector.ts';
import { openLink } from '../http-client.ts';
import { linkFailureOf } from '../link.ts';
import { addressOf, checked, divide, type Envelope, itemsOf, messageOf } from './client.ts';
import { settingsOf } from './config.ts';
import { type Point, sourcesOf } from './points.ts';
import { pointOf, type TimedValue } from './value.ts';

/** The server has no channel, or something before it lets none through. */
export class NoChannel extends Error {
  override name = 'NoChannel';
}

/** Milliseconds without a message after which a channel counts as lost, although heartbeats were asked for. */
const longestSilence = 60_000;
/** Turns of the server without a new value, after which it sends an empty message. */
const heartbeatRate = 2;
const largestMessage = 64 * 1024 * 1024;

/** Delivers what the channels of points send, until one is lost. @throws NoChannel, ConnectorFailure */
export async function followChannels(
  call: ConnectorCall,
  points: readonly Point[],
  sink: LiveSink,
): Promise<void> {
  const parts = divide(points, ({ webId }) => webId);
  let waiting = parts.length;
  const onReady = () => {
    waiting -= 1;
    if (waiting === 0) sink.subscribed();
  };
  const channels = parts.map((part) => follow(call, part, sink, onReady));
  await Promise.all(channels);
}

async function follow(
  call: ConnectorCall,
  points: readonly Point[],
  sink: LiveSink,
  onReady: () => void,
): Promise<never> {
  const sources = sourcesOf(points);
  const channel = await open(call, points, sink);
  let isReady = false;
  let timer: NodeJS.Timeout | undefined;
  try {
    return await new Promise<never>((_, reject) => {
      const wait = () => {
        clearTimeout(timer);
        const silence = 'The server sends nothing on its channel any more.';
        timer = setTimeout(() => reject(new ConnectorFailure('unreachable', silence)), longestSilence);
      };
      wait();
      rejectOnAbort(call.signal).catch(reject);
      channel.on('error', (error) => reject(linkFailureOf(error, 'server')));
      channel.on('close', (code) => reject(closed(code)));
      channel.on('message', async (data) => {
        // The next message waits until this one is stored.
        channel.pause();
        clearTimeout(timer);
        try {
          await sink.deliver(readMessage(String(data), sources));
          if (!isReady) onReady();
          isReady = true;
          wait();
          channel.resume();
        } catch (error) {
          reject(error);
        }
      });
    });
  } finally {
    clearTimeout(timer);
    channel.terminate();
  }
}

/** Connects and opens the channel. Its first message has the current values of all points. */
async function open(call: ConnectorCall, points: readonly Point[], sink: LiveSink): Promise<WebSocket> {
  const { authorization } = settingsOf(call.configuration);
  const url = new URL(
    addressOf(call, 'streamsets/channel', {
      webId: points.map(({ webId }) => webId),
      includeInitialValues: true,
      heartbeatRate,
    }),
  );
  const { socket, certificate } = await openLink(call, url);
  if (certificate) sink.certificate(Date.parse(certificate.validTo));
  // It runs over the link that is there, encrypted or not, so that nothing is looked up again.
  url.protocol = 'ws:';
  const channel = new WebSocket(url, {
    createConnection: () => socket as Socket,
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
    channel.once('unexpected-response', (_, response) => stop(refusalOf(response.statusCode ?? 0)));
    channel.on('error', (error) => stop(linkFailureOf(error, 'server')));
  });
}

function refusalOf(status: number): Error {
  if (status === 401)
    return new ConnectorFailure('signIn', 'The server refused the sign-in to its channel (401).');
  if (status === 429 || (status >= 500 && status !== 501))
    return new ConnectorFailure('busy', `The server does not open a channel now (${status}).`);
  return new NoChannel(`The server opens no channel (${status}).`);
}

const closed = (code: number): ConnectorFailure =>
  new ConnectorFailure('unreachable', `The server closed the channel (${code}).`);

interface Stream {
  WebId: string;
  /** Of the message. Some versions write one as `Value`. */
  Items?: TimedValue[];
  Value?: TimedValue;
  Errors?: unknown;
}

function readMessage(text: string, sources: ReadonlyMap<string, string>): SourceValue[] {
  let body: unknown;
  try {
    body = JSON.parse(text);
  } catch (error) {
    throw new ConnectorFailure('protocol', 'The server sent what is no JSON on its channel.', {
      cause: error,
    });
  }
  const message = checked<Envelope<Stream>>(body);
  // A heartbeat may have none.
  const streams = message.Items === undefined ? [] : itemsOf(message);
  return streams.flatMap(({ WebId: webId, Items: items, Value: value, Errors: errors }) => {
    const source = sources.get(webId);
    if (source === undefined) return [];
    const said = messageOf(errors);
    if (said !== null) throw new ConnectorFailure('protocol', `${source}: the server says: ${said}`);
    return (items ?? (value ? [value] : [])).map((one) => pointOf(source, one));
  });
}
