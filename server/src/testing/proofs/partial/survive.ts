import { setTimeout as sleep } from 'node:timers/promises';
import type { Db } from '../../../platform/database/database.ts';
import { type Begun, lookAround, sendFarFuture, sendLate, startCommands } from './activities.ts';
import { Caller } from './caller.ts';
import {
  type Announced,
  checkAnnouncements,
  checkCommands,
  checkDiskNotices,
  checkExcursions,
  checkFarFuture,
  checkPoints,
  findImported,
  reckonAll,
  whenSettled,
} from './checks.ts';
import { causeFaults, type FaultName } from './faults.ts';
import { type Installation, password, withDemo } from './installation.ts';
import { DataLogger, type PointRecord, send } from './logger.ts';
import { makePlant, type Plant } from './plant.ts';
import { Random } from './random.ts';

export interface PartialFailureOptions {
  /** How long faults are caused, in milliseconds; null for each kind once. */
  duration: number | null;
  /** The kinds of faults; all that are possible unless given. */
  kinds?: readonly FaultName[];
  seed: number;
  /** Minutes ahead of the clock up to which points count at once. One logger is further ahead, so the end waits longer. */
  toleranceMinutes: number;
  /** Shortens the faults. */
  scale: number;
  log(line: string): void;
}

/** What came of it. */
export interface Report {
  /** All that is wrong, as sentences. */
  wrong: string[];
  figures: {
    faults: Record<string, number>;
    /** How often each status came. */
    answers: Record<string, number>;
    points: number;
    announcements: Omit<Announced, 'wrong'>;
    commands: Record<string, number>;
    /** How often the administrator was notified that the disk had been full. */
    diskNotices: number;
    mostConnections: Record<string, number>;
    /** By process, the longest time from SIGTERM to its end, in milliseconds. */
    longestStop: Record<string, number>;
    /** By process, how often it did not start since its database was not there. */
    refusedStarts: Record<string, number>;
  };
}

/**
 * Lets data loggers, users and faults loose on an installation for a while, then mends everything, waits until all
 * that was begun is done, and compares what is there with what was acknowledged. Ends the installation's processes.
 */
export async function survivePartialFailure(
  installation: Installation,
  { duration, kinds, seed, toleranceMinutes, scale, log }: PartialFailureOptions,
): Promise<Report> {
  const { processes } = installation;
  const random = new Random(seed);
  const addresses = () => {
    const up = processes.flatMap(({ address }) => address ?? []);
    // While no process is up, a call fails as one to a process that has just ended.
    return up.length > 0 ? up : ['http://127.0.0.1:1'];
  };
  const caller = new Caller(addresses, random.fork());
  await caller.signIn('admin', password);
  await caller.insist('POST', '/api/settings/system/early-points', { toleranceMinutes });
  const record: PointRecord = new Map();
  const plant = await withDemo(installation, async ({ db }) => {
    const made = await makePlant(db, toleranceMinutes);
    await begin(caller, record, made);
    await whenSettled(db, log);
    return made;
  });

  const stopping = new AbortController();
  const stop = stopping.signal;
  const from = Date.now();
  const until = duration === null ? null : from + duration;
  const loggers = plant.loggers.map(
    (options) => new DataLogger(caller, random.fork(), record, options, from),
  );
  const begun: Begun = { imports: new Map(), commandIds: new Set(), farFuture: false };
  const call = () => ({ caller, random: random.fork(), plant, record, stop });
  const counting = setInterval(
    () => processes.forEach((one) => void one.countConnections().catch(() => undefined)),
    500,
  );
  const activities = Promise.all([
    ...loggers.map((logger) => logger.run(stop)),
    startCommands(call(), begun),
    lookAround(call()),
    sendFarFuture(call(), begun),
    sendLate(call()),
  ]);
  activities.catch(() => undefined);
  const faults = await Promise.race([
    causeFaults({ installation, random: random.fork(), scale }, { kinds, until, log }),
    // A source that gave up ends the run.
    activities.then(() => Promise.reject(new Error('the activities ended'))),
  ]);
  log('all faults mended');
  stopping.abort();
  await activities;
  log('all points delivered');
  // The last silences begin.
  await sleep(11_000);

  const { wrong, ...found } = await withDemo(installation, async ({ db }) => {
    await whenSettled(db, log);
    log('settled');
    return check({ installation, caller, plant, record, begun, db, log });
  });
  clearInterval(counting);
  await Promise.all(processes.map((one) => one.end('SIGTERM')));
  const byProcess = (figure: 'mostConnections' | 'longestStop' | 'refusedStarts') =>
    Object.fromEntries(processes.map((one) => [one.name, Math.round(one[figure])]));
  return {
    wrong: [...wrong, ...caller.defects, ...processes.flatMap(({ defects }) => defects)],
    figures: {
      faults: Object.fromEntries(faults),
      answers: Object.fromEntries([...caller.statuses].sort(([a], [b]) => a - b)),
      points: [...record.values()].reduce((sum, points) => sum + points.length, 0),
      ...found,
      mostConnections: byProcess('mostConnections'),
      longestStop: byProcess('longestStop'),
      refusedStarts: byProcess('refusedStarts'),
    },
  };
}

/** Sends one point of each tag: what comes before the first evaluation of a protection is not announced. */
async function begin(caller: Caller, record: PointRecord, { loggers, importTag }: Plant): Promise<void> {
  const behind = Math.min(...loggers.map(({ clockOffset }) => clockOffset));
  const time = Date.now() + behind - 1000;
  const tagIds = [...loggers.flatMap(({ tags }) => tags.map(({ tagId }) => tagId)), importTag.id];
  await send(caller, record, new Map(tagIds.map((tagId) => [tagId, [{ time, value: 0 }]])));
}

interface CheckCall {
  installation: Installation;
  caller: Caller;
  plant: Plant;
  record: PointRecord;
  begun: Begun;
  db: Db;
  log(line: string): void;
}

async function check({ installation, caller, plant, record, begun, db, log }: CheckCall) {
  const { importTag, calculated, watches } = plant;
  const { wrong, counts } = await checkCommands(db, begun.commandIds);
  const imported = await findImported(db, begun.imports);
  const first = record.get(importTag.id)!;
  record.set(importTag.id, [
    ...imported.map((point) => ({ ...point, call: 0, acknowledgedAt: 0 })),
    ...first,
  ]);
  record.set(calculated.tagId, record.get(calculated.inputTagId)!);
  for (const [tagId, points] of record) wrong.push(...(await checkPoints(caller, tagId, points)));
  const reckoned = reckonAll(watches, record);
  wrong.push(...(await checkExcursions(db, watches, reckoned, log)));
  if (begun.farFuture) wrong.push(...(await checkFarFuture(db, plant.aheadTagId)));
  const { wrong: misannounced, ...announcements } = await checkAnnouncements(db, plant, reckoned);
  const disk = await checkDiskNotices(db, installation.disk?.fills ?? [], caller.refusedAt);
  return {
    wrong: [...wrong, ...misannounced, ...disk.wrong],
    announcements,
    commands: counts,
    diskNotices: disk.count,
  };
}
