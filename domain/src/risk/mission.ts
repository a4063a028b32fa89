import { DAY, daysToDuration, durationToDays } from '../duration.ts';

/** The dates of a mission: two of the three determine the third. */
export interface MissionDates {
  /** ISO 8601 */
  startDate: string | null;
  /** ISO 8601 length of time */
  missionTime: string | null;
  /** ISO 8601 */
  endDate: string | null;
}

/** The end of a mission, in UTC; null without start or length, or beyond the range of dates. */
export function missionEnd(startDate: string | null, missionTime: string | null): string | null {
  if (startDate === null || missionTime === null) return null;
  const end = new Date(Date.parse(startDate) + durationToDays(missionTime) * DAY);
  return Number.isNaN(end.getTime()) ? null : end.toISOString();
}

/** The mission offered for a new twin or analysis: a year from now. @param now milliseconds, cut to a whole minute */
export const newMission = (now: number): { startDate: string; missionTime: string } => ({
  startDate: new Date(Math.floor(now / 60_000) * 60_000).toISOString(),
  missionTime: 'P1Y',
});

/** The length of a mission in days; null without start or end, or if it ends before it starts. */
export function missionBetween(startDate: string | null, endDate: string | null): string | null {
  if (startDate === null || endDate === null) return null;
  const days = (Date.parse(endDate) - Date.parse(startDate)) / DAY;
  return days < 0 ? null : daysToDuration(days);
}

/**
 * The dates after one of them was changed. Start and length determine the end; a changed end determines the length.
 * Clearing the length clears the end; clearing the start clears start and end if all three were set.
 */
export function linkMission(
  dates: MissionDates,
  field: keyof MissionDates,
  value: string | null,
): MissionDates {
  const changed = { ...dates, [field]: value };
  if (field === 'missionTime' && value === null) return { ...changed, endDate: null };
  if (field === 'startDate' && value === null) {
    const all = dates.startDate !== null && dates.missionTime !== null && dates.endDate !== null;
    return all ? { ...changed, endDate: null } : changed;
  }
  if (field === 'endDate' || changed.missionTime === null) {
    return {
      ...changed,
      missionTime: missionBetween(changed.startDate, changed.endDate) ?? changed.missionTime,
    };
  }
  return { ...changed, endDate: missionEnd(changed.startDate, changed.missionTime) ?? changed.endDate };
}
