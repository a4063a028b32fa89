import { DAY, fixedLength, parseDuration } from '../../duration.ts';
import { showInterval } from '../../language/interval-literal.ts';
import type { InputDefinition, IntervalSettings } from './definition.ts';

/** A default threshold of a new activity protection. */
export interface PrefilledThreshold {
  readonly name: string;
  readonly level: number;
  readonly logic: string;
}

/** Default tolerance as a fraction of the interval. */
const DEFAULT_TOLERANCE = 0.1;

/**
 * The thresholds of a new activity protection: Due from interval - tolerance, Overdue beyond interval +
 * tolerance; by calendar, by counter, or by both joined with OR. Months and years are converted to days.
 *
 * @throws RangeError if an expected interval or a tolerance is not a valid duration
 */
export function activityThresholds(inputs: readonly InputDefinition[]): PrefilledThreshold[] {
  const limits = inputs.flatMap((input) => toLimits(input) ?? []);
  if (limits.length === 0) return [];
  const joined = (side: 'due' | 'overdue') => limits.map((limit) => limit[side]).join(' OR ');
  return [
    { name: 'Due', level: 250, logic: joined('due') },
    { name: 'Overdue', level: 750, logic: joined('overdue') },
  ];
}

function toLimits({ alias, type, settings }: InputDefinition): { due: string; overdue: string } | null {
  if (type === 'work' && settings?.expectedInterval) {
    const { interval, tolerance } = calendarInterval(settings);
    const since = `INTERVAL([${alias}])`;
    return {
      due: `${since} >= ${inDays(Math.max(0, interval - tolerance))}`,
      overdue: `${since} > ${inDays(interval + tolerance)}`,
    };
  }
  if (settings?.intervalType === 'counter' && settings.counterInterval !== undefined) {
    const { interval, tolerance } = counterInterval(settings);
    const advance = `COUNTER([${alias}])`;
    return { due: `${advance} >= ${interval - tolerance}`, overdue: `${advance} > ${interval + tolerance}` };
  }
  return null;
}

/** Returns an interval literal in days instead of weeks, as is usual in maintenance plans. */
function inDays(milliseconds: number): string {
  const days = Math.floor(milliseconds / DAY);
  if (days < 1) return showInterval(milliseconds);
  const rest = milliseconds - days * DAY;
  return `#${days}d${rest > 0 ? showInterval(rest).slice(1) : ''}`;
}

/** In milliseconds; months and years are converted to days. */
export function calendarInterval(settings: IntervalSettings): { interval: number; tolerance: number } {
  const interval = fixedLength(parseDuration(settings.expectedInterval ?? ''));
  const tolerance =
    settings.tolerance === undefined
      ? Math.round(interval * DEFAULT_TOLERANCE)
      : fixedLength(parseDuration(String(settings.tolerance)));
  return { interval, tolerance };
}

/** In the unit of the counter. */
export function counterInterval(settings: IntervalSettings): { interval: number; tolerance: number } {
  const interval = settings.counterInterval ?? 0;
  const tolerance =
    settings.tolerance === undefined ? interval * DEFAULT_TOLERANCE : Number(settings.tolerance);
  return { interval, tolerance };
}
