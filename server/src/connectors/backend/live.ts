import { setTimeout as sleep } from 'node:timers/promises';
import type { ConnectorCall, LiveSink, SourceValue } from '../connector.ts';
import { followSigns, usualSignTimes } from '../silence.ts';
import { toLatestValue } from './browse.ts';
import { divide, readPoints, readSharing, readTagsByName } from './client.ts';
import { toPollingInterval } from './config.ts';
import { toSourceValues } from './history.ts';
import { type Late, LateCheck } from './late-check.ts';

/** Milliseconds between checks for late points. */
const checkInterval = 30_000;

/**
 * Polls new points of tags. Ends when the connection is lost; the host then starts it again and reads the missed points
 * from the history.
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
  const readClock = async (options?: { timeout: number }) =>
    sink.clock(Date.parse((await readSharing(own, options)).time));
  let parts: Promise<never>[] = [];
  try {
    await readClock();
    parts = [follow(own, sources, sink), followSigns((timeout) => readClock({ timeout }), signTimes, signal)];
    await Promise.race(parts);
  } catch (error) {
    if (!call.signal.aborted) throw error;
  } finally {
    ended.abort();
    // The counts of delivered points are written after the last delivery.
    await Promise.allSettled(parts);
  }
}

async function follow(call: ConnectorCall, sources: readonly string[], sink: LiveSink): Promise<never> {
  const interval = toPollingInterval(call.configuration);
  const tags = await readTagsByName(call, sources);
  for (const source of sources.filter((one) => !tags.has(one)).slice(0, 100))
    call.log('error', `${source}: the other installation does not allow reading this tag.`);
  const latest = [...tags.values()].flatMap((tag) => toLatestValue(tag) ?? []);
  const reached = new Map([...tags.keys()].map((name) => [name, -1]));
  for (const { source, time } of latest) reached.set(source, time);
  const late = new LateCheck(call, reached);
  const lose = ({ range, sources: changed }: Late) => {
    if (changed.length === 0) return;
    call.log('info', `Points of ${changed.length} tags arrived late there. They are read from history.`);
    sink.lost(range, changed);
  };
  const missed = await late.start();
  await sink.deliver(latest);
  sink.subscribed();
  lose(missed);
  try {
    let checkedAt = Date.now();
    for (;;) {
      await sleep(interval, undefined, { signal: call.signal });
      for (const part of divide([...reached.keys()])) {
        for await (const values of readNew(call, part, reached)) {
          await sink.deliver(values);
          for (const { source, time } of values) reached.set(source, Math.max(reached.get(source)!, time));
          late.delivered(values);
        }
      }
      if (Date.now() - checkedAt < checkInterval) continue;
      checkedAt = Date.now();
      lose(await late.look());
    }
  } finally {
    await late.save();
  }
}

/** Reads all points of tags after the reached times, in pages. */
async function* readNew(
  call: ConnectorCall,
  names: readonly string[],
  reached: ReadonlyMap<string, number>,
): AsyncGenerator<SourceValue[]> {
  let tags = names.map((name) => ({ name, from: reached.get(name)! + 1 }));
  while (tags.length > 0) {
    const read = await readPoints(call, { tags });
    yield read.flatMap(toSourceValues);
    tags = read.flatMap(({ name, next }) => (next === null ? [] : [{ name, from: next }]));
  }
}
