/** The colours of levels (0 to 1000) and of risk (money), as `#RRGGBB`. */

type Stop = readonly [at: number, color: string];

const levelStops: readonly Stop[] = [
  [0, '#4CAF50'],
  [250, '#FFC107'],
  [1000, '#E5393A'],
];
const riskStops: readonly Stop[] = [
  [0, '#FDF6F5'],
  [1_000_000, '#7F0000'],
];
const riskSteps = 1000;

/** No value, or an outdated one. */
export const noValueColor = '#9E9E9E';

/** Green at 0, amber at 250, red at 1000. */
export const levelColor = (level: number | null): string =>
  level === null ? noValueColor : between(levelStops, level);

/** From near-white at 0 to dark red at 1,000,000 in 1,000 steps; grey without a value. */
export function riskColor(risk: number | null): string {
  if (risk === null) return noValueColor;
  const step = 1_000_000 / riskSteps;
  return between(riskStops, Math.floor(Math.max(risk, 0) / step) * step);
}

function between(stops: readonly Stop[], at: number): string {
  const upper = stops.findIndex(([stop]) => at <= stop);
  const end = stops[upper] ?? stops[stops.length - 1]!;
  const start = stops[upper - 1];
  if (upper === -1 || start === undefined) return end[1];
  const share = (at - start[0]) / (end[0] - start[0]);
  const from = channels(start[1]);
  const to = channels(end[1]);
  return `#${from
    .map((channel, index) => Math.round(channel + (to[index]! - channel) * share))
    .map((channel) => channel.toString(16).padStart(2, '0'))
    .join('')}`;
}

const channels = (color: string): number[] =>
  [1, 3, 5].map((start) => Number.parseInt(color.slice(start, start + 2), 16));
