import { DAY, daysToDuration } from '../duration.ts';
import { linkMission, type MissionDates } from './mission.ts';

/** Dates that differ by less than this, in milliseconds, are equal: forms have no seconds. */
const sameDate = 60_000;

/** Whether two dates are equal to the minute; both may be null. */
export function isSameDate(one: string | null, other: string | null): boolean {
  if (one === null || other === null) return one === other;
  return Math.abs(Date.parse(one) - Date.parse(other)) <= sameDate;
}

/**
 * Returns the dates of an analysis after changes, applied as in the form: start, then length, then end. Values equal to
 * the present ones are no changes, so that clients can send a whole record back with one date changed. A length that
 * agrees with the end keeps its original form.
 */
export function linkDates(before: MissionDates, given: Partial<MissionDates>): MissionDates {
  const fields = ['startDate', 'missionTime', 'endDate'] as const;
  let dates = before;
  for (const field of fields) {
    const value = given[field];
    if (value === undefined || isUnchanged(field, value, before[field])) continue;
    // An end date of null does not clear the others: it is recalculated from them.
    if (field === 'endDate' && value === null && dates.startDate !== null && dates.missionTime !== null)
      continue;
    if (field === 'endDate' && isSameDate(value, dates.endDate)) continue;
    dates = linkMission(dates, field, value);
  }
  return dates;
}

function isUnchanged(field: keyof MissionDates, value: string | null, before: string | null): boolean {
  if (value === before) return true;
  if (field === 'missionTime' || value === null || before === null) return false;
  return Date.parse(value) === Date.parse(before);
}

/** Whether an asset went out of service before an analysis starts. It then has no probability in the analysis. */
export function isRetiredBefore(
  { startDate }: Pick<MissionDates, 'startDate'>,
  outOfServiceAt: string | null,
): boolean {
  return startDate !== null && outOfServiceAt !== null && Date.parse(outOfServiceAt) < Date.parse(startDate);
}

/**
 * Returns the dates of an analysis for an asset. They end when the asset goes out of service, if that is earlier.
 * The end is null if that was before the start.
 */
export function datesInService(dates: MissionDates, outOfServiceAt: string | null): MissionDates {
  const { endDate } = dates;
  if (outOfServiceAt === null || endDate === null) return dates;
  if (isRetiredBefore(dates, outOfServiceAt)) return { ...dates, endDate: null };
  return Date.parse(outOfServiceAt) < Date.parse(endDate) ? { ...dates, endDate: outOfServiceAt } : dates;
}

/**
 * Returns the days of an asset in an analysis: from the start of its twin, else of the analysis, to the end of the
 * analysis. Null if the analysis lacks a date, or if the twin starts after its end.
 */
export function daysInAnalysis(
  { startDate, missionTime, endDate }: MissionDates,
  twinStart: string | null,
): number | null {
  if (startDate === null || missionTime === null || endDate === null) return null;
  const days = (Date.parse(endDate) - Date.parse(twinStart ?? startDate)) / DAY;
  return days >= 0 ? days : null;
}

/** Formats a length of time in days, possibly negative, as ISO 8601 with a leading minus. */
export function signedDuration(days: number): string {
  return days < 0 ? `-${daysToDuration(-days)}` : daysToDuration(days);
}

export type TwinMissionState =
  | 'ends-before'
  | 'starts-after'
  | 'retired-before'
  | 'out-of-service'
  | 'within';

/**
 * Returns the state of a twin's mission relative to an analysis. Determines the colour of the twin's icon in the table.
 */
export function twinMissionState(
  twin: { startDate: string | null; endDate: string | null; outOfServiceAt?: string | null },
  analysis: Pick<MissionDates, 'startDate' | 'endDate'>,
): TwinMissionState {
  if (analysis.endDate === null) return 'within';
  const end = Date.parse(analysis.endDate);
  if (isRetiredBefore(analysis, twin.outOfServiceAt ?? null)) return 'retired-before';
  if (twin.startDate !== null && Date.parse(twin.startDate) > end) return 'starts-after';
  if (twin.outOfServiceAt && Date.parse(twin.outOfServiceAt) < end) return 'out-of-service';
  return twin.endDate !== null && Date.parse(twin.endDate) < end ? 'ends-before' : 'within';
}

/**
 * Size of an asset's mark in the chart of an analysis: half its cost of failure in percent of the largest,
 * and at least 5.
 */
export function markSize(consequence: number | null, maximum: number | null): number {
  if (consequence === null || maximum === null || maximum <= 0) return 5;
  return Math.max(5, ((consequence / maximum) * 100) / 2);
}
