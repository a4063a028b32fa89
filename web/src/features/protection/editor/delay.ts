import { fixedLength, parseDuration } from '@twinward/domain/evaluation/model/duration';

const units = [
  ['P', 'D', 86_400_000],
  ['PT', 'H', 3_600_000],
  ['PT', 'M', 60_000],
  ['PT', 'S', 1000],
] as const;

/** Milliseconds as ISO 8601 in the largest unit of which they are a whole number; null for none. */
export function delayOf(milliseconds: number): string | null {
  if (milliseconds === 0) return null;
  const [prefix, letter, length] = units.find(([, , length]) => milliseconds % length === 0) ?? units[3];
  return `${prefix}${milliseconds / length}${letter}`;
}

/** ISO 8601 as milliseconds, months of 30 days. */
export function millisecondsOf(delay: string | null): number {
  if (delay === null) return 0;
  return fixedLength(parseDuration(delay));
}
