import { Agent, get, request } from 'node:http';
import { text } from 'node:stream/consumers';
import { setTimeout as sleep } from 'node:timers/promises';
import { parentPort, workerData } from 'node:worker_threads';
import pg from 'pg';

/** What the thread measures by. */
export interface MeterData {
  /** Of the server. */
  address: string;
  /** Of the quiet tenant's database. */
  connectionString: string;
  /** Of a user who writes points. */
  headers: Record<string, string>;
  tagIds: readonly number[];
  /** One for each of the tags: its level is `level` where the last value is above 50, else 0. */
  protectionIds: readonly number[];
  level: number;
}

/** What was measured since the last request, in milliseconds. */
export interface Measured {
  /** From when a point was accepted to its stored level. */
  lags: number[];
  /** Of `/healthz`. */
  health: number[];
  /** Of the call that stores the points. */
  appends: number[];
  /** What went wrong. */
  failures: string[];
}

export type MeterRequest = { measure: true } | { report: true } | { stop: true };

const { address, connectionString, headers, tagIds, protectionIds, level } = workerData as MeterData;

/** A point a second and tag; the health is asked for, and the levels are looked at, much oftener. */
const pointInterval = 1000;
const healthInterval = 100;
const lookInterval = 50;
const healthTimeout = 10_000;

interface Pending {
  time: number;
  acceptedAt: number;
  /** Of the protection after the point. */
  level: number;
}

const pending = new Map<number, Pending[]>(protectionIds.map((id) => [id, []]));
let measured: Measured = nothing();
let isMeasuring = false;
const agent = new Agent({ keepAlive: true });
const database = new pg.Client({ connectionString });

function nothing(): Measured {
  return { lags: [], health: [], appends: [], failures: [] };
}

function fail(message: string): void {
  if (isMeasuring) measured.failures.push(message);
}

function append(time: number, value: number): Promise<number> {
  const body = JSON.stringify(tagIds.map((tagId) => ({ tagId, points: [{ time, value }] })));
  return new Promise((resolve, reject) => {
    const outgoing = request(
      `${address}/api/data-points`,
      { method: 'POST', agent, headers: { ...headers, 'content-type': 'application/json' } },
      (response) => {
        text(response).then(() => resolve(response.statusCode!), reject);
      },
    );
    outgoing.on('error', reject);
    outgoing.end(body);
  });
}

let isHigh = false;
async function writePoints(): Promise<void> {
  if (!isMeasuring) return;
  const time = Date.now();
  isHigh = !isHigh;
  const expected = isHigh ? level : 0;
  const status = await append(time, isHigh ? 100 : 0).catch((error: Error) => error.message);
  if (status !== 200) return fail(`points: ${status}`);
  const acceptedAt = Date.now();
  measured.appends.push(acceptedAt - time);
  for (const points of pending.values()) points.push({ time, acceptedAt, level: expected });
}

function askHealth(): void {
  if (!isMeasuring) return;
  const begun = performance.now();
  const outgoing = get(`${address}/healthz`, { agent, timeout: healthTimeout }, (response) => {
    response.resume();
    response.once('end', () => {
      if (response.statusCode !== 200) fail(`health: ${response.statusCode}`);
      if (isMeasuring) measured.health.push(performance.now() - begun);
    });
  });
  outgoing.once('timeout', () => outgoing.destroy(new Error('timeout')));
  outgoing.once('error', (error) => fail(`health: ${error.message}`));
}

let isLooking = false;
async function look(): Promise<void> {
  if (isLooking || waiting() === 0) return;
  isLooking = true;
  const { rows } = await database
    .query<{ id: number; level: number | null; evaluated_at: Date | null }>(
      'select id::int, level, evaluated_at from protection where id = any($1)',
      [protectionIds],
    )
    .finally(() => {
      isLooking = false;
    });
  const now = Date.now();
  for (const row of rows) {
    const upTo = row.evaluated_at?.getTime() ?? Number.NEGATIVE_INFINITY;
    const points = pending.get(row.id)!;
    for (const point of points.filter(({ time }) => time <= upTo)) {
      measured.lags.push(Math.max(0, now - point.acceptedAt));
      if (point.time === upTo && row.level !== point.level) fail(`level ${row.level} for ${point.level}`);
    }
    pending.set(
      row.id,
      points.filter(({ time }) => time > upTo),
    );
  }
}

const waiting = (): number => [...pending.values()].reduce((sum, points) => sum + points.length, 0);

/** Points of each tag that a measurement has at least, as far as they are accepted. */
const minimumPoints = 3;
/** Milliseconds to wait for them, and for their evaluation. */
const patience = 60_000;

/** Resolves to false when the condition was not met in time. */
async function until(isMet: () => boolean): Promise<boolean> {
  const latest = Date.now() + patience;
  while (!isMet()) {
    if (Date.now() > latest) return false;
    await sleep(20);
  }
  return true;
}

/** Ends the measurement. A point that is not evaluated counts with the time waited for it. */
async function settle(): Promise<void> {
  if (!(await until(() => measured.appends.length >= minimumPoints))) fail('too few points were accepted');
  isMeasuring = false;
  if (await until(() => waiting() === 0)) return;
  const now = Date.now();
  measured.failures.push(`${waiting()} points were not evaluated`);
  for (const [id, points] of pending) {
    for (const { acceptedAt } of points) measured.lags.push(now - acceptedAt);
    pending.set(id, []);
  }
}

await database.connect();
database.on('error', (error) => fail(`database: ${error.message}`));
const timers = [
  setInterval(() => void writePoints(), pointInterval),
  setInterval(askHealth, healthInterval),
  setInterval(() => void look().catch((error: Error) => fail(`database: ${error.message}`)), lookInterval),
];
parentPort!.on('message', async (message: MeterRequest) => {
  if ('measure' in message) isMeasuring = true;
  else if ('report' in message) {
    await settle();
    parentPort!.postMessage(measured);
    measured = nothing();
  } else {
    for (const timer of timers) clearInterval(timer);
    agent.destroy();
    await database.end().catch(() => undefined);
    parentPort!.close();
  }
});
parentPort!.postMessage('ready');
