import type { PatternOfSet } from '@twinward/contracts/protections/pattern-of-set';
import { useState } from 'react';

/**
 * The chosen pattern for new ranges; initially the first that is not the default. Kept by name, since the id of a new
 * pattern changes when it is saved.
 */
export function useChosenPattern(
  patterns: readonly PatternOfSet[],
): [chosen: PatternOfSet, choose: (pattern: PatternOfSet) => void] {
  const [name, setName] = useState<string | null>(null);
  const chosen =
    patterns.find((one) => one.name === name) ?? patterns.find((one) => !one.default) ?? patterns[0]!;
  return [chosen, (pattern) => setName(pattern.name)];
}
