import { setTimeout as sleep } from 'node:timers/promises';
import { type ConnectorCall, ConnectorFailure, type LiveSink, type SourceValue } from '../connector.ts';
import { divide, type Envelope, getOrGone, post, readItems } from './client.ts';
import type { Point } from './points.ts';
import { latestValues } from './preview.ts';
import { Unreadable } from './unreadable.ts';
import { findProblem, type TimedValue, toPoint } from './value.ts';

/** Number of turns after which points that the server does not follow are retried. */
const retryTurns = 10;

interface Registration {
  Source: string;
  LatestMarker?: string;
  Exception?: { Errors?: unknown } | null;
}

interface Update extends Registration {
  Events?: TimedValue[];
}

/** A point with registered updates. */
interface Followed extends Point {
  /** The server's marker of the position reached. */
  marker: string;
}

/** A point that the server does not follow now. */
interface Failed {
  point: Point;
  problem: string;
}

interface Polling {
  /** Milliseconds. */
  pollingInterval: number;
  /** Milliseconds by which the server's clock is ahead. */
  difference(): number;
}

/**
 * Polls new values. The server forgets markers that are not used in time: such points are registered again, and the
 * values in between count as lost. A point that the server fails to follow is skipped and retried later.
 * @throws ConnectorFailure if the server follows no point
 */
export async function followUpdates(
  call: ConnectorCall,
  points: readonly Point[],
  sink: LiveSink,
  { pollingInterval, difference }: Polling,
): Promise<never> {
  const unreadable = new Unreadable(call, sink);
  const leave = (failed: readonly Failed[], since: number) => {
    for (const { point, problem } of failed) unreadable.add(point.source, problem, since);
    return failed.map(({ point }) => point);
  };
  let reachedAt = Date.now();
  const since = () => reachedAt + Math.min(0, difference());
  let { followed, failed } = await register(call, points);
  if (followed.length === 0 && failed[0]) throw toFailure(failed[0]);
  const left = leave(failed, since());
  await sink.deliver([...(await latestValues(call, followed)).values()]);
  sink.subscribed();
  for (let turn = 1; ; turn++) {
    await sleep(pollingInterval, undefined, { signal: call.signal });
    const askedAt = Date.now();
    const kept: Followed[] = [];
    const forgotten: Followed[] = [];
    const again = turn % retryTurns === 0 ? left.splice(0) : [];
    for (const part of divide(followed, ({ marker }) => marker)) {
      const read = await readUpdates(call, part, sink);
      kept.push(...read.kept);
      forgotten.push(...read.forgotten);
      again.push(...leave(read.failed, since()));
    }
    ({ followed, failed } = await register(call, [...forgotten, ...again]));
    const to = Date.now() + Math.max(0, difference()) + 1;
    for (const { source } of kept) unreadable.remove(source, to);
    const back = new Set(followed.map(({ source }) => source));
    const missed = forgotten.map(({ source }) => source).filter((source) => back.has(source));
    if (missed.length > 0) {
      call.log('warn', `The server lost updates of ${missed.length} points.`);
      sink.lost({ from: since(), to }, missed);
    }
    left.push(...leave(failed, since()));
    followed = [...kept, ...followed];
    if (followed.length === 0 && failed[0]) throw toFailure(failed[0]);
    reachedAt = askedAt;
  }
}

const toFailure = ({ point, problem }: Failed): ConnectorFailure =>
  new ConnectorFailure('protocol', `${point.source}: ${problem}`);

async function register(
  call: ConnectorCall,
  points: readonly Point[],
): Promise<{ followed: Followed[]; failed: Failed[] }> {
  const followed: Followed[] = [];
  const failed: Failed[] = [];
  for (const part of divide(points, ({ webId }) => webId)) {
    const answer = await post<Envelope<Registration>>(call, 'streamsets/updates', {
      webId: part.map(({ webId }) => webId),
    });
    const byWebId = new Map(readItems(answer).map((item) => [item.Source, item]));
    for (const point of part) {
      const { LatestMarker: marker, Exception: exception } = byWebId.get(point.webId) ?? {};
      if (marker) followed.push({ ...point, marker });
      else
        failed.push({
          point,
          problem: findProblem([], exception?.Errors) ?? 'the server does not send updates of it.',
        });
    }
  }
  return { followed, failed };
}

async function readUpdates(call: ConnectorCall, part: readonly Followed[], sink: LiveSink) {
  const markers = { marker: part.map(({ marker }) => marker) };
  const answer = await getOrGone<Envelope<Update>>(call, 'streamsets/updates', markers);
  if (!answer) return { kept: [], forgotten: part, failed: [] };
  const updates = new Map(readItems(answer).map((update) => [update.Source, update]));
  const values: SourceValue[] = [];
  const kept: Followed[] = [];
  const forgotten: Followed[] = [];
  const failed: Failed[] = [];
  for (const point of part) {
    const {
      LatestMarker: marker,
      Exception: exception,
      Events: events = [],
    } = updates.get(point.webId) ?? {};
    const problem =
      findProblem(events, exception?.Errors) ??
      (exception ? 'the server does not send updates of it.' : null);
    if (problem !== null) failed.push({ point, problem });
    else {
      values.push(...events.map((event) => toPoint(point.source, event)));
      if (marker) kept.push({ ...point, marker });
      else forgotten.push(point);
    }
  }
  // Deliver before the next poll, after which the server may forget the present markers.
  await sink.deliver(values);
  return { kept, forgotten, failed };
}
