import type { ThresholdChange } from '@twinward/contracts/protections/threshold';
import { renameThreshold } from '@twinward/domain/language';

/** Returns the name by which other logic refers to a threshold. */
const toReference = ({ name, alias }: { name: string; alias: string | null }): string => alias || name;

/**
 * Rewrites the logic that refers to thresholds whose name or alias changed. If another threshold now has a former name,
 * the name refers to that threshold.
 */
export function followRenamed(
  before: readonly { id: number; name: string; alias: string | null }[],
  thresholds: readonly ThresholdChange[],
): ThresholdChange[] {
  const former = new Map(before.map((threshold) => [threshold.id, toReference(threshold)]));
  const now = new Set(thresholds.map(toReference));
  const renamed = thresholds.flatMap((threshold) => {
    const from = threshold.id === undefined ? undefined : former.get(threshold.id);
    return from === undefined || now.has(from) ? [] : [{ from, to: toReference(threshold) }];
  });
  if (renamed.length === 0) return [...thresholds];
  return thresholds.map((threshold) => ({
    ...threshold,
    logic: renamed.reduce((logic, { from, to }) => renameThreshold(logic, from, to), threshold.logic),
  }));
}
