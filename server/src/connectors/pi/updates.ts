import { setTimeout as sleep } from 'node:timers/promises';
import { type ConnectorCall, ConnectorFailure, type LiveSink } from '../connector.ts';
import { divide, type Envelope, getOrGone, itemsOf, messageOf, post } from './client.ts';
import { type Point, sourcesOf } from './points.ts';
import { latestValues } from './preview.ts';
import { pointOf, type TimedValue } from './value.ts';

interface Registration {
  Source: string;
  LatestMarker?: string;
  Exception?: { Errors?: unknown } | null;
}

interface Update extends Registration {
  Events?: TimedValue[];
}

/** A point whose updates are asked for. */
interface Followed extends Point {
  /** The place that was reached, for the server. */
  marker: string;
}

export interface Polling {
  /** Milliseconds. */
  pollingInterval: number;
  /** Milliseconds by which the server's clock is ahead. */
  difference(): number;
}

/**
 * Asks for new values repeatedly. The server forgets markers that nobody asked for in time: such points are registered
 * anew, and what came meanwhile counts as lost.
 */
export async function followUpdates(
  call: ConnectorCall,
  points: readonly Point[],
  sink: LiveSink,
  { pollingInterval, difference }: Polling,
): Promise<never> {
  let followed = await register(call, points);
  await sink.deliver([...(await latestValues(call, followed)).values()]);
  sink.subscribed();
  let reachedAt = Date.now();
  for (;;) {
    await sleep(pollingInterval, undefined, { signal: call.signal });
    const askedAt = Date.now();
    const kept: Followed[] = [];
    const forgotten: Followed[] = [];
    for (const part of divide(followed, ({ marker }) => marker)) {
      const read = await readUpdates(call, part, sink);
      kept.push(...read.kept);
      forgotten.push(...read.forgotten);
    }
    followed = [...kept, ...(await register(call, forgotten))];
    if (forgotten.length > 0) {
      const range = {
        from: reachedAt + Math.min(0, difference()),
        to: Date.now() + Math.max(0, difference()) + 1,
      };
      call.log('warn', `The server forgot what it had to send of ${forgotten.length} points.`);
      sink.lost(
        range,
        forgotten.map(({ source }) => source),
      );
    }
    reachedAt = askedAt;
  }
}

async function register(call: ConnectorCall, points: readonly Point[]): Promise<Followed[]> {
  const followed: Followed[] = [];
  for (const part of divide(points, ({ webId }) => webId)) {
    const answer = await post<Envelope<Registration>>(call, 'streamsets/updates', {
      webId: part.map(({ webId }) => webId),
    });
    const byWebId = new Map(itemsOf(answer).map((item) => [item.Source, item]));
    for (const point of part) {
      const { LatestMarker: marker, Exception: exception } = byWebId.get(point.webId) ?? {};
      if (!marker) {
        const said = messageOf(exception?.Errors) ?? 'no reason';
        throw new ConnectorFailure('protocol', `${point.source}: the server does not follow it: ${said}.`);
      }
      followed.push({ ...point, marker });
    }
  }
  return followed;
}

async function readUpdates(call: ConnectorCall, part: readonly Followed[], sink: LiveSink) {
  const markers = { marker: part.map(({ marker }) => marker) };
  const answer = await getOrGone<Envelope<Update>>(call, 'streamsets/updates', markers);
  if (!answer) return { kept: [], forgotten: part };
  const sources = sourcesOf(part);
  const updates = new Map(itemsOf(answer).map((update) => [update.Source, update]));
  const values = [...updates.values()].flatMap(({ Source: webId, Events: events = [] }) => {
    const source = sources.get(webId);
    return source === undefined ? [] : events.map((event) => pointOf(source, event));
  });
  // With the next markers the server may forget these.
  await sink.deliver(values);
  const kept: Followed[] = [];
  const forgotten: Followed[] = [];
  for (const point of part) {
    const { LatestMarker: marker, Exception: exception } = updates.get(point.webId) ?? {};
    if (marker && !exception) kept.push({ ...point, marker });
    else forgotten.push(point);
  }
  return { kept, forgotten };
}
