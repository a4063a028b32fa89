import { type ConnectorCall, ConnectorFailure, type LiveSink } from '../connector.ts';
import { followSigns, usualSignTimes } from '../silence.ts';
import { followChannels, NoChannel } from './channel.ts';
import { get } from './client.ts';
import { toSettings } from './config.ts';
import { findPoints, type Point } from './points.ts';
import { followUpdates } from './updates.ts';

/**
 * Delivers new values of sources. Ends when the connection is lost; the host then starts it again and reads the missed
 * values from the history.
 */
export async function live(
  call: ConnectorCall,
  sources: readonly string[],
  sink: LiveSink,
  signTimes = usualSignTimes,
): Promise<void> {
  const ended = new AbortController();
  const signal = AbortSignal.any([call.signal, ended.signal]);
  const own: ConnectorCall = { ...call, signal };
  try {
    const clock = new ServerClock(own, sink);
    await clock.read();
    const points = await findKnownPoints(own, sources);
    const signs = followSigns((timeout) => clock.read(timeout), signTimes, signal);
    await Promise.all([follow(own, points, sink, clock), signs]);
  } catch (error) {
    if (!call.signal.aborted) throw error;
  } finally {
    ended.abort();
  }
}

async function findKnownPoints(call: ConnectorCall, sources: readonly string[]): Promise<Point[]> {
  const points = await findPoints(call, sources);
  const found = new Set(points.map(({ source }) => source));
  const unknown = sources.filter((source) => !found.has(source));
  for (const source of unknown.slice(0, 100))
    call.log('error', `${source}: the server does not know this point.`);
  const level = unknown.length > 0 ? 'warn' : 'info';
  call.log(level, `Subscribing to ${points.length} of ${sources.length} points.`);
  return points;
}

async function follow(call: ConnectorCall, points: readonly Point[], sink: LiveSink, clock: ServerClock) {
  if (points.length === 0) return sink.subscribed();
  const { delivery, pollingInterval } = toSettings(call.configuration);
  const difference = () => clock.difference;
  if (delivery === 'channel') {
    try {
      return await followChannels(call, points, sink, difference);
    } catch (error) {
      if (!(error instanceof NoChannel)) throw error;
      call.log('info', `${error.message} New values are read every ${pollingInterval} ms.`);
    }
  }
  return followUpdates(call, points, sink, { pollingInterval, difference });
}

/** The difference between the server's clock and ours. */
class ServerClock {
  /** Milliseconds by which it is ahead. */
  difference = 0;
  readonly #call: ConnectorCall;
  readonly #sink: LiveSink;

  constructor(call: ConnectorCall, sink: LiveSink) {
    this.#call = call;
    this.#sink = sink;
  }

  /**
   * Reads the server's clock. Throws if the server is unreachable. @param timeout milliseconds; default: the usual one
   */
  async read(timeout?: number): Promise<void> {
    try {
      const status = 'system/status';
      const options = timeout === undefined ? {} : { timeout };
      const { ServerTime: text } = await get<{ ServerTime?: string }>(this.#call, status, {}, options);
      const time = Date.parse(text ?? '');
      if (Number.isNaN(time)) return;
      this.difference = time - Date.now();
      this.#sink.clock(time);
    } catch (error) {
      // Some users may not read the system status.
      if (error instanceof ConnectorFailure && error.kind === 'refused') return;
      throw error;
    }
  }
}
