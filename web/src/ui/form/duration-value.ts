import { DAY, type Duration, fixedLength, HOUR, parseDuration } from '@twinward/domain/duration';

/** The units of durations, the smallest first. */
export const durationUnits = ['seconds', 'minutes', 'hours', 'days', 'weeks', 'months', 'years'] as const;
export type DurationUnit = (typeof durationUnits)[number];

export const defaultDurationUnits: readonly DurationUnit[] = ['hours', 'days', 'weeks', 'months', 'years'];
export const defaultDurationUnit: DurationUnit = 'days';

const designators: Record<DurationUnit, readonly [before: string, after: string]> = {
  seconds: ['PT', 'S'],
  minutes: ['PT', 'M'],
  hours: ['PT', 'H'],
  days: ['P', 'D'],
  weeks: ['P', 'W'],
  months: ['P', 'M'],
  years: ['P', 'Y'],
};

/** Converts a count of a unit to an ISO 8601 duration: 30 days is P30D, 0 hours is PT0H. */
export function countToDuration(count: string, unit: DurationUnit): string {
  const [before, after] = designators[unit];
  return `${before}${BigInt(count)}${after}`;
}

/** In milliseconds; a month counts 30 days and a year 365 days. */
const lengths: Record<DurationUnit, number> = {
  seconds: 1000,
  minutes: 60_000,
  hours: HOUR,
  days: DAY,
  weeks: 7 * DAY,
  months: 30 * DAY,
  years: 365 * DAY,
};

/**
 * Converts an ISO 8601 duration to a count and unit: its own unit if it has a single one that is offered; else the
 * largest offered unit that divides it, or the smallest unit, rounded.
 */
export function durationToCount(
  iso: string,
  units: readonly DurationUnit[],
): { count: string; unit: DurationUnit } | null {
  const written = units.find((unit) => createPattern(unit).test(iso));
  if (written !== undefined) return { count: readDigits(iso), unit: written };
  const length = durationIn(iso);
  if (length === null) return null;
  const smallestFirst = durationUnits.filter((unit) => units.includes(unit));
  const whole = smallestFirst.findLast((unit) => Number.isInteger(unitsIn(length, unit)));
  const unit = whole ?? smallestFirst[0] ?? defaultDurationUnit;
  return { count: String(Math.round(unitsIn(length, unit))), unit };
}

function createPattern(unit: DurationUnit): RegExp {
  const [before, after] = designators[unit];
  return new RegExp(`^${before}\\d+${after}$`);
}

const readDigits = (iso: string): string => String(BigInt(iso.replace(/\D/g, '')));

function durationIn(iso: string): Duration | null {
  try {
    return parseDuration(iso);
  } catch {
    return null;
  }
}

function unitsIn(length: Duration, unit: DurationUnit): number {
  if (length.milliseconds === 0 && unit === 'years') return length.months / 12;
  if (length.milliseconds === 0 && unit === 'months') return length.months;
  return fixedLength(length) / lengths[unit];
}
