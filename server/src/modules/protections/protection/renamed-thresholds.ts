import type { ThresholdChange } from '@twinward/contracts/protections/threshold';
import { renameThreshold } from '@twinward/domain/language';

/** By the name under which other logic refers to a threshold. */
const referenceOf = ({ name, alias }: { name: string; alias: string | null }): string => alias || name;

/**
 * Rewrites the logic of thresholds that refer to others which got another name or alias. A former name that another
 * threshold has now refers to that one.
 */
export function followRenamed(
  before: readonly { id: number; name: string; alias: string | null }[],
  thresholds: readonly ThresholdChange[],
): ThresholdChange[] {
  const former = new Map(before.map((threshold) => [threshold.id, referenceOf(threshold)]));
  const now = new Set(thresholds.map(referenceOf));
  const renamed = thresholds.flatMap((threshold) => {
    const from = threshold.id === undefined ? undefined : former.get(threshold.id);
    return from === undefined || now.has(from) ? [] : [{ from, to: referenceOf(threshold) }];
  });
  if (renamed.length === 0) return [...thresholds];
  return thresholds.map((threshold) => ({
    ...threshold,
    logic: renamed.reduce((logic, { from, to }) => renameThreshold(logic, from, to), threshold.logic),
  }));
}
