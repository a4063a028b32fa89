import {
  type AlarmPriority,
  type AlarmReport,
  type AlarmTargets,
  alarmInterval,
  alarmPriorities,
  alarmTargets,
  defaultAlarmTargets,
} from '@twinward/contracts/protections/alarm-report';
import type { Actor } from '../../../platform/actor.ts';
import type { Db } from '../../../platform/database/database.ts';
import { AppError } from '../../../platform/errors.ts';
import { getSystemSetting, type Setting, updateSystemSetting } from '../../system/setting/service.ts';
import {
  type ReportRange,
  selectAreas,
  selectCounts,
  selectNames,
  selectShelved,
  selectShelvedPeak,
  selectSlices,
  selectStandingAlarms,
  selectStandingPeaks,
  selectStatesSince,
  sliceLength,
} from './report-store.ts';
import { selectChattering } from './store.ts';

const setting: Setting<AlarmTargets> = {
  name: 'alarm-targets',
  schema: alarmTargets,
  initial: defaultAlarmTargets,
};

export function getTargets(db: Db): Promise<AlarmTargets> {
  return getSystemSetting(db, setting);
}

export function updateTargets(actor: Actor, targets: AlarmTargets): Promise<AlarmTargets> {
  return updateSystemSetting(actor, setting, targets);
}

const day = 86_400_000;
const defaultLength = 30 * day;
const longest = 3660 * day;
const mostAreas = 200;
const mostRecords = 20;
const worstCount = 10;

/** Returns a range with both ends rounded down to whole intervals. @throws AppError `invalid-request`. */
function toRange(from: number | undefined, to: number): ReportRange {
  const floor = (time: number) => Math.floor(time / alarmInterval) * alarmInterval;
  const range = { from: floor(from ?? to - defaultLength), to: floor(to) };
  const length = range.to - range.from;
  const message =
    length <= 0
      ? 'Please give an end at least 10 minutes after the start.'
      : length > longest
        ? 'Please give a range of at most 10 years.'
        : null;
  if (message !== null)
    throw new AppError('invalid-request', message, { errors: [{ path: 'from', message }] });
  return { from: new Date(range.from), to: new Date(range.to) };
}

/**
 * Returns the alarm performance over a range, with all figures from one snapshot.
 * @param from epoch milliseconds; 30 days before the end by default
 * @param to epoch milliseconds
 * @throws AppError `invalid-request` for an empty range, or one of more than ten years.
 */
export function getAlarmReport(db: Db, from: number | undefined, to: number): Promise<AlarmReport> {
  const range = toRange(from, to);
  return db
    .transaction()
    .setIsolationLevel('repeatable read')
    .setAccessMode('read only')
    .execute((snapshot) => readReport(snapshot, range));
}

async function readReport(db: Db, range: ReportRange): Promise<AlarmReport> {
  const targets = await getTargets(db);
  const areas = await selectAreas(db, range, targets, mostAreas);
  const { worst, levels } = await selectCounts(db, range, worstCount);
  const names = await selectNames(
    db,
    worst.map(({ thresholdId }) => thresholdId),
  );
  const length = sliceLength(range);
  const slices = await selectSlices(db, range, length);
  const standing = await selectStandingAlarms(db, range.to, mostRecords);
  const chattering = await selectChattering(db, { ...range, limit: mostRecords, offset: 0 }, true);
  const shelved = await selectShelved(db, range.to, mostRecords);
  const peaks = await selectStandingPeaks(db, range);
  const span = range.to.getTime() - range.from.getTime();
  const intervals = span / alarmInterval;
  const [any] = areas;
  const alarms = any?.all_alarms ?? 0;
  const toShare = (part: number) => (alarms === 0 ? 0 : (100 * part) / alarms);
  const areaTime = intervals * (any?.areas ?? 0);
  const perArea = (count: number) => (areaTime === 0 ? 0 : count / areaTime);
  const ofSlices = new Array<number>(Math.ceil(span / length)).fill(0);
  for (const { slice, alarms: count } of slices) ofSlices[slice] = count;
  return {
    from: range.from.toISOString(),
    to: range.to.toISOString(),
    targets,
    total: {
      alarms,
      areas: any?.areas ?? 0,
      averageRate: perArea(alarms),
      peakRate: any?.all_peak ?? 0,
      floods: any?.all_floods ?? 0,
      floodShare: 100 * perArea(any?.all_flooded ?? 0),
      worstShare: toShare(worst.reduce((sum, row) => sum + row.alarms, 0)),
      standingPeak: peaks.standing,
      stalePeak: peaks.stale,
      shelvedPeak: await selectShelvedPeak(db, range),
    },
    areas: areas.map((row) => ({
      id: row.id,
      name: row.name ?? 'No area',
      alarms: row.alarms,
      averageRate: row.alarms / intervals,
      peakRate: row.peak,
      peakAt: row.peak_at === null ? null : new Date(row.peak_at).toISOString(),
      floods: row.floods,
      floodShare: (100 * row.flooded) / intervals,
    })),
    priorities: alarmPriorities.map((priority) => {
      const own = levels.filter(({ level }) => toPriority(level, targets) === priority);
      const count = own.reduce((sum, row) => sum + row.alarms, 0);
      const thresholds = own.reduce((sum, row) => sum + row.thresholds, 0);
      return { priority, thresholds, alarms: count, share: toShare(count) };
    }),
    worst: worst.map((row) => {
      const named = names.get(row.thresholdId)!;
      return { ...row, ...named, shelvedUntil: iso(named.shelvedUntil), share: toShare(row.alarms) };
    }),
    slices: { length, alarms: ofSlices },
    standing: {
      count: standing[0]?.total ?? 0,
      records: standing.map(({ total: _, stale: __, ...row }) => ({
        ...row,
        shelvedUntil: iso(row.shelvedUntil),
        start: row.start.toISOString(),
        silentSince: iso(row.silentSince),
      })),
    },
    stale: standing[0]?.stale ?? 0,
    chattering: {
      count: chattering[0]?.total ?? 0,
      records: chattering.map(({ total: _, ...row }) => ({
        ...row,
        shelvedUntil: iso(row.shelvedUntil),
        latest: row.latest.toISOString(),
      })),
    },
    shelved: {
      count: shelved[0]?.total ?? 0,
      records: shelved.map(({ total: _, ...row }) => ({
        protectionId: row.protectionId,
        protectionName: row.protectionName,
        twinId: row.twinId,
        assetName: row.assetName,
        since: row.since.toISOString(),
        until: row.until.toISOString(),
        by: row.by,
        reason: row.reason,
      })),
    },
    statesSince: (await selectStatesSince(db)).toISOString(),
  };
}

const toPriority = (level: number, { mediumFrom, highFrom }: AlarmTargets): AlarmPriority =>
  level >= highFrom ? 'high' : level >= mediumFrom ? 'medium' : 'low';

const iso = (date: Date | null) => date?.toISOString() ?? null;
