import type { ProtectionSummary, StaleInput } from '@twinward/contracts/protections/protection';

type Watched = Pick<ProtectionSummary, 'active' | 'aliases' | 'staleInputs'>;

/** The stale inputs of protections by name, each with the earliest time reported by a protection. */
export function collectStaleInputs(protections: readonly Watched[]): Map<string, StaleInput> {
  const stale = new Map<string, StaleInput>();
  for (const input of protections.flatMap(({ staleInputs }) => staleInputs)) {
    const known = stale.get(input.alias);
    if (known === undefined || input.since < known.since) stale.set(input.alias, input);
  }
  return stale;
}

/** The names of mapped inputs of points without an expected interval, which therefore never become stale. */
export const findUnwatchedInputs = ({ aliases }: Pick<Watched, 'aliases'>): string[] =>
  aliases
    .filter(
      ({ type, tagId, intervalType, expectedInterval }) =>
        type === 'data_point' && tagId !== null && intervalType !== 'counter' && expectedInterval === null,
    )
    .map(({ alias }) => alias);
