import type { Db } from '../../../../platform/database/database.ts';
import type { Tenant } from '../../../../platform/database/tenants.ts';
import { withTransaction } from '../../../../platform/database/transaction.ts';
import { importPoints, type TagInput } from '../../../../series/index.ts';
import { closeAdvisoriesOfTwin } from '../../../outcomes/advisory/service.ts';
import { recordRemoval, sensorPoints, toRemoval } from '../engines.ts';
import { processPoints, readLiveProcess } from '../live-process.ts';
import { recordMachinePast } from '../machine.ts';
import { readMachineRecord, toRows } from '../machine-record.ts';
import { getPlanner } from '../planner.ts';
import { insertDemoRows } from '../record-store.ts';
import { readEngineLives } from '../turbofan.ts';
import { flownBetween, type PlacedLife } from './engine-replay.ts';
import { MachineReplay } from './machine-replay.ts';
import {
  hasWaitingPoints,
  lockReplay,
  type Replay,
  recordExists,
  selectExistingTags,
  updateReplay,
} from './store.ts';

const hour = 3_600_000;
const day = 24 * hour;
/** A longer gap is written as history: excursions that ended within it are not announced. */
const longestStep = hour;
/** Of a longer gap only the last part is written. */
const longestGap = 30 * day;

/** The recordings, read once. */
let recordings: ReturnType<typeof readRecordings> | null = null;
const readRecordings = async () => ({
  machine: toRows(await readMachineRecord()),
  lives: await readEngineLives(),
  process: await readLiveProcess(),
});
type Recordings = Awaited<ReturnType<typeof readRecordings>>;

/**
 * Writes what happened to the demo's machines since the last call: points, completed work, known ranges; and closes the
 * advisories of a machine that was repaired. After a gap the newest points are written first, and the others after
 * these were evaluated, so that they are late: an excursion that is still open is announced once, and those that ended
 * are not.
 * @param time the end of the range, in epoch milliseconds
 * @returns false without a replay, or while another process replays
 */
export async function replayUntil(tenant: Tenant, time: number): Promise<boolean> {
  return withTransaction(tenant.db, async (trx) => {
    const replay = await lockReplay(trx, { skip: true });
    if (!replay) return false;
    recordings ??= readRecordings();
    const read = await recordings;
    if (replay.state.gap && !(await isBehind(trx, replay))) await fillGap(trx, tenant, read, replay);
    if (time > replay.until) await goOn(trx, tenant, read, replay, time);
    return true;
  });
}

/** Whether points of the demo's tags, or of tags calculated from them for its twins, wait for their evaluation. */
async function isBehind(trx: Db, { state: { machine, engines, process } }: Replay): Promise<boolean> {
  const tagIds = [
    ...(machine ? [machine.temperatureId] : []),
    ...engines.flatMap(({ sensorIds }) => sensorIds),
    ...(process ? Object.values(process.tagIds) : []),
  ];
  return hasWaitingPoints(trx, tagIds);
}

async function goOn(trx: Db, tenant: Tenant, read: Recordings, replay: Replay, time: number): Promise<void> {
  const { until, state } = replay;
  if (time - until <= longestStep) {
    await write(trx, tenant, read, replay, until, time);
    await updateReplay(trx, { until: time, state });
    return;
  }
  const from = Math.max(until, time - longestGap);
  await importExisting(trx, pointsBetween(read, replay, from, time).map(newest));
  // A gap that is not yet filled is extended.
  const gap = { from: state.gap?.from ?? from, to: time };
  await updateReplay(trx, { until: time, state: { ...state, gap } });
}

async function fillGap(trx: Db, tenant: Tenant, read: Recordings, replay: Replay): Promise<void> {
  const { from, to } = replay.state.gap!;
  await write(trx, tenant, read, replay, from, to);
  replay.state.gap = null;
  await updateReplay(trx, replay);
}

const newest = ({ tagId, times, values }: TagInput): TagInput => ({
  tagId,
  times: Array.from(times).slice(-1),
  values: Array.from(values).slice(-1),
});

const createMachine = (read: Recordings, { anchor }: Replay) => new MachineReplay(read.machine, anchor);

/** Returns what each engine did with from < time <= to. */
const enginesBetween = ({ lives }: Recordings, { anchor, state }: Replay, from: number, to: number) =>
  state.engines.map((engine) => ({ ...engine, ...flownBetween(lives, engine.unit, anchor, from, to) }));

function pointsBetween(
  read: Recordings,
  replay: Replay,
  from: number,
  to: number,
  engines = enginesBetween(read, replay, from, to),
): TagInput[] {
  const { anchor, state } = replay;
  const { machine, process } = state;
  return [
    ...(machine
      ? [{ tagId: machine.temperatureId, ...createMachine(read, replay).pointsBetween(from, to) }]
      : []),
    ...engines.flatMap(({ sensorIds, ...flown }) => sensorPoints(sensorIds, flown)),
    ...(process ? processPoints(read.process, process.tagIds, anchor, from, to) : []),
  ];
}

/** Writes what happened with from < time <= to. */
async function write(
  trx: Db,
  tenant: Tenant,
  read: Recordings,
  replay: Replay,
  from: number,
  to: number,
): Promise<void> {
  const engines = enginesBetween(read, replay, from, to);
  await importExisting(trx, pointsBetween(read, replay, from, to, engines));
  const { machine } = replay.state;
  if (
    machine &&
    (await recordExists(trx, 'tag', machine.repairId)) &&
    (await recordExists(trx, 'twin', machine.twinId))
  ) {
    const windows = createMachine(read, replay).windowsBetween(from, to);
    const { ranges, work } = await recordMachinePast(trx, machine, windows);
    await insertDemoRows(trx, 'marked range', ranges);
    await insertDemoRows(trx, 'work', work);
    if (work.length > 0) await closeAdvisories(trx, tenant, machine.twinId);
  }
  for (const engine of engines) if (engine.ended.length > 0) await replaceEngine(trx, tenant, engine);
}

async function replaceEngine(
  trx: Db,
  tenant: Tenant,
  { removalId, twinId, ended }: { removalId: number; twinId: number; ended: readonly PlacedLife[] },
): Promise<void> {
  if (!(await recordExists(trx, 'tag', removalId))) return;
  const work: number[] = [];
  for (const placed of ended) work.push(await recordRemoval(trx, removalId, toRemoval(placed)));
  await insertDemoRows(trx, 'work', work);
  if (await recordExists(trx, 'twin', twinId)) await closeAdvisories(trx, tenant, twinId);
}

/** Stores the points of tags that still exist. */
async function importExisting(trx: Db, inputs: readonly TagInput[]): Promise<void> {
  const filled = inputs.filter(({ times }) => times.length > 0);
  if (filled.length === 0) return;
  const there = await selectExistingTags(
    trx,
    filled.map(({ tagId }) => tagId),
  );
  await importPoints(
    trx,
    filled.filter(({ tagId }) => there.has(tagId)),
  );
}

/** Closes the advisories that the replay's own rules created for a machine after its repair. */
const closeAdvisories = async (trx: Db, tenant: Tenant, twinId: number): Promise<void> =>
  void (await closeAdvisoriesOfTwin(trx, await getPlanner(trx, tenant), twinId, 'confirmed'));
