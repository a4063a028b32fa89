import type { PatternOfSet } from '@twinward/contracts/protections/pattern-of-set';
import { useState } from 'react';

/**
 * The pattern that marked ranges are given to: at first one that is to be recognised. Kept by name, as a new pattern gets
 * its id when it is saved.
 */
export function useChosenPattern(
  patterns: readonly PatternOfSet[],
): [chosen: PatternOfSet, choose: (pattern: PatternOfSet) => void] {
  const [name, setName] = useState<string | null>(null);
  const chosen =
    patterns.find((one) => one.name === name) ?? patterns.find((one) => !one.default) ?? patterns[0]!;
  return [chosen, (pattern) => setName(pattern.name)];
}
