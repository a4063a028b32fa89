import { setTimeout as sleep } from 'node:timers/promises';
import type { ConnectorCall, LiveSink, SourceValue } from '../connector.ts';
import { latestOf } from './browse.ts';
import { divide, readPoints, readSharing, readTagsByName } from './client.ts';
import { pollingIntervalOf } from './config.ts';
import { valuesOf } from './history.ts';
import { type Late, LateCheck } from './late-check.ts';

/** Milliseconds between looks for points that came late there, and at the clock. */
const checkInterval = 30_000;

/**
 * Asks for new points of tags repeatedly. A lost connection ends it: the host starts it again and reads the history of
 * the meantime.
 */
export async function live(call: ConnectorCall, sources: readonly string[], sink: LiveSink): Promise<void> {
  try {
    await follow(call, sources, sink);
  } catch (error) {
    if (!call.signal.aborted) throw error;
  }
}

async function follow(call: ConnectorCall, sources: readonly string[], sink: LiveSink): Promise<never> {
  const interval = pollingIntervalOf(call.configuration);
  await readClock(call, sink);
  const tags = await readTagsByName(call, sources);
  for (const source of sources.filter((one) => !tags.has(one)).slice(0, 100))
    call.log('error', `${source}: the other installation does not let this tag be read.`);
  const latest = [...tags.values()].flatMap((tag) => latestOf(tag) ?? []);
  const reached = new Map([...tags.keys()].map((name) => [name, -1]));
  for (const { source, time } of latest) reached.set(source, time);
  const late = new LateCheck(call, reached);
  const lose = ({ range, sources: changed }: Late) => {
    if (changed.length === 0) return;
    call.log('info', `Points of ${changed.length} tags came late there: they are read from history.`);
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
      await readClock(call, sink);
      lose(await late.look());
    }
  } finally {
    await late.keep();
  }
}

async function readClock(call: ConnectorCall, sink: LiveSink): Promise<void> {
  sink.clock(Date.parse((await readSharing(call)).time));
}

/** All points of tags after those that were reached, in pages. */
async function* readNew(
  call: ConnectorCall,
  names: readonly string[],
  reached: ReadonlyMap<string, number>,
): AsyncGenerator<SourceValue[]> {
  let tags = names.map((name) => ({ name, from: reached.get(name)! + 1 }));
  while (tags.length > 0) {
    const read = await readPoints(call, { tags });
    yield read.flatMap(valuesOf);
    tags = read.flatMap(({ name, next }) => (next === null ? [] : [{ name, from: next }]));
  }
}
