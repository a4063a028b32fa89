import type { FailureDistributionParameters } from '@twinward/contracts/twins/probability';
import { DAY, daysToDuration } from '../duration.ts';
import { linkMission, type MissionDates } from './mission.ts';
import { lifeDistribution } from './probability.ts';
import { conditionalProbability } from './weibull.ts';

/** Dates that differ by less are the same date: forms know no seconds. */
const sameDate = 60_000;

/** Whether two dates are the same to the minute; both may be missing. */
export function isSameDate(one: string | null, other: string | null): boolean {
  if (one === null || other === null) return one === other;
  return Math.abs(Date.parse(one) - Date.parse(other)) <= sameDate;
}

/**
 * The dates of an analysis after some of them were given anew, each linked to the others as a form links it:
 * start, then length, then end. A length that agrees with the end keeps the words it was given in.
 */
export function linkDates(before: MissionDates, given: Partial<MissionDates>): MissionDates {
  const fields = ['startDate', 'missionTime', 'endDate'] as const;
  let dates = before;
  for (const field of fields) {
    const value = given[field];
    if (value === undefined) continue;
    // An end that is not given is to follow from the two others, not to clear them.
    if (field === 'endDate' && value === null && dates.startDate !== null && dates.missionTime !== null)
      continue;
    if (field === 'endDate' && isSameDate(value, dates.endDate)) continue;
    dates = linkMission(dates, field, value);
  }
  return dates;
}

/** The dates of an analysis for an asset: its time in it ends where it goes out of service, if that is earlier. */
export function datesInService(dates: MissionDates, outOfServiceAt: string | null): MissionDates {
  const { endDate } = dates;
  if (outOfServiceAt === null || endDate === null) return dates;
  return Date.parse(outOfServiceAt) < Date.parse(endDate) ? { ...dates, endDate: outOfServiceAt } : dates;
}

/**
 * Days that an asset runs within an analysis: from the start of its twin, else of the analysis, to the end of
 * the analysis. Null while the analysis lacks a date, and where the twin starts after it has ended.
 */
export function daysInAnalysis(
  { startDate, missionTime, endDate }: MissionDates,
  twinStart: string | null,
): number | null {
  if (startDate === null || missionTime === null || endDate === null) return null;
  const days = (Date.parse(endDate) - Date.parse(twinStart ?? startDate)) / DAY;
  return days >= 0 ? days : null;
}

/**
 * Percent of failing between the start and the end of an analysis, given survival to its start. A twin that
 * starts within the analysis is new then: the same as its probability.
 * @returns null where the probability is null too.
 */
export function conditionalInAnalysis(
  parameters: FailureDistributionParameters,
  dates: MissionDates,
  twinStart: string | null,
): number | null {
  const life = lifeDistribution(parameters);
  const days = daysInAnalysis(dates, twinStart);
  if (!life || days === null) return null;
  const age = (Date.parse(dates.startDate!) - Date.parse(twinStart ?? dates.startDate!)) / DAY;
  return 100 * conditionalProbability(life, age, days);
}

/** A length of time that may be negative, in days, as ISO 8601 with a minus in front. */
export function signedDuration(days: number): string {
  return days < 0 ? `-${daysToDuration(-days)}` : daysToDuration(days);
}

export type TwinMissionState = 'ends-before' | 'starts-after' | 'out-of-service' | 'within';

/** How the mission of a twin lies to an analysis: by it the twin's sign is coloured in the table. */
export function twinMissionState(
  twin: { startDate: string | null; endDate: string | null; outOfServiceAt?: string | null },
  analysisEnd: string | null,
): TwinMissionState {
  if (analysisEnd === null) return 'within';
  const end = Date.parse(analysisEnd);
  if (twin.startDate !== null && Date.parse(twin.startDate) > end) return 'starts-after';
  if (twin.outOfServiceAt && Date.parse(twin.outOfServiceAt) < end) return 'out-of-service';
  return twin.endDate !== null && Date.parse(twin.endDate) < end ? 'ends-before' : 'within';
}

/**
 * Size of an asset's mark in the chart of an analysis: its cost of failure against the largest, in percent and
 * halved, and at least 5.
 */
export function markSize(consequence: number | null, maximum: number | null): number {
  if (consequence === null || maximum === null || maximum <= 0) return 5;
  return Math.max(5, ((consequence / maximum) * 100) / 2);
}
