const pattern =
  /^P(?=\d|T\d)(?:(\d+)Y)?(?:(\d+)M)?(?:(\d+)W)?(?:(\d+)D)?(?:T(?=\d)(?:(\d+)H)?(?:(\d+)M)?(?:(\d+(?:\.\d+)?)S)?)?$/;

/** Days in each part of an ISO 8601 length of time, in the order of the pattern's groups. */
const daysOfPart = [365, 30, 7, 1, 1 / 24, 1 / 1440, 1 / 86_400];

/**
 * An ISO 8601 length of time in days, fractions kept. A year counts 365 days and a month 30, the convention
 * of every length of time that has no calendar to stand on: mission times and characteristic lives.
 * @throws RangeError when the text is no ISO 8601 length of time.
 */
export function durationToDays(duration: string): number {
  const parts = pattern.exec(duration);
  if (!parts) throw new RangeError(`'${duration}' is no ISO 8601 length of time`);
  return daysOfPart.reduce((days, length, index) => days + Number(parts[index + 1] ?? 0) * length, 0);
}

/**
 * Days as an ISO 8601 length of time, to the nanosecond: coarser, a percent that was converted to a length
 * of time could not be had back.
 */
export function daysToDuration(days: number): string {
  let whole = Math.floor(days);
  let seconds = Number(((days - whole) * 86_400).toFixed(9));
  if (seconds === 86_400) {
    whole += 1;
    seconds = 0;
  }
  const text = BigInt(whole).toString();
  if (seconds === 0) return `P${text}D`;
  // toFixed, since a small number would otherwise be written with an exponent.
  return `P${text}DT${seconds.toFixed(9).replace(/\.?0+$/, '')}S`;
}

/** Milliseconds in the units that a length of time is written in. */
const units = [
  ['P', 86_400_000, 'D'],
  ['PT', 3_600_000, 'H'],
  ['PT', 60_000, 'M'],
] as const;

/** Whole milliseconds as an ISO 8601 length of time in one unit, the largest of which it is a whole number. */
export function millisecondsToDuration(milliseconds: number): string {
  for (const [before, length, after] of units) {
    if (milliseconds % length === 0) return `${before}${milliseconds / length}${after}`;
  }
  return `PT${milliseconds / 1000}S`;
}
