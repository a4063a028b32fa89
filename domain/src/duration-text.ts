import { formatNumber } from './number-text.ts';

const durationUnits = [
  ['year', /(\d+)Y/],
  ['month', /^P[^T]*?(\d+)M/],
  ['week', /(\d+)W/],
  ['day', /(\d+)D/],
  ['hour', /T[^M]*?(\d+)H/],
  ['minute', /T.*?(\d+)M/],
  ['second', /(\d+(?:\.\d+)?)S/],
] as const;

/** The time of a calculated length, which has only seconds: P812DT34567S. */
const onlySeconds = /T(\d{4,}(?:\.\d+)?)S$/;

function withHours(text: string, given: string): string {
  const seconds = Math.round(Number(given));
  const rest = seconds % 3600;
  return seconds < 3600 ? text : `T${(seconds - rest) / 3600}H${Math.floor(rest / 60)}M${rest % 60}S`;
}

/**
 * An ISO 8601 duration in words: P1000D is '1,000 days', P1Y6M '1 year 6 months', P812DT34567S '812 days 9 hours 36
 * minutes 7 seconds'.
 */
export function formatDuration(iso: string): string {
  const whole = iso.replace(onlySeconds, withHours);
  const words = durationUnits.flatMap(([unit, pattern]) => {
    const count = Number(pattern.exec(whole)?.[1] ?? 0);
    return count === 0 ? [] : [`${formatNumber(count)} ${unit}${count === 1 ? '' : 's'}`];
  });
  return words.join(' ') || '0 days';
}
