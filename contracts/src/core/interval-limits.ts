const day = 86_400_000;

/** Bounds of an input's expected interval, in milliseconds. */
export const shortestInterval = 1000;
export const longestInterval = 1000 * 365 * day;

const dateUnits = { Y: 365 * day, M: 30 * day, W: 7 * day, D: day };
const timeUnits = { H: 3_600_000, M: 60_000, S: 1000 };

/** Milliseconds of an ISO 8601 duration with years of 365 and months of 30 days; NaN if it is invalid. */
function toMilliseconds(duration: string): number {
  const [date = '', time = ''] = duration.split('T');
  const sum = (text: string, units: Record<string, number>) =>
    [...text.matchAll(/([\d.]+)([A-Z])/g)].reduce(
      (total, [, amount, unit]) => total + Number(amount) * (units[unit!] ?? Number.NaN),
      0,
    );
  return sum(date, dateUnits) + sum(time, timeUnits);
}

/** The error in the tolerance of an expected interval; null if it is valid. */
export function toleranceProblem(duration: string): string | null {
  return toMilliseconds(duration) > longestInterval ? 'Please give at most 1,000 years.' : null;
}

/** The error in an expected interval; null if it is valid. */
export function expectedIntervalProblem(duration: string): string | null {
  return toMilliseconds(duration) < shortestInterval
    ? 'Please give at least 1 second.'
    : toleranceProblem(duration);
}
