import type { Excursion, ProtectionSummary } from '@twinward/contracts/protections/protection';
import { useMemo } from 'react';
import { useExcursions } from '../../shared/api/queries/use-excursions.ts';
import { overlaps } from '../../ui/chart/bands.ts';
import type { Range } from '../../ui/chart/range.ts';

/** The excursions, within a range, of the protections of a twin that use a tag. */
export function useTagExcursions(
  twinId: number,
  tagId: number,
  range: Range,
  protections: readonly ProtectionSummary[] | undefined,
): { records: readonly Excursion[]; unseen: number; error: Error | null; retry(): void } {
  const found = useExcursions(twinId, range);
  const records = useMemo(() => {
    const using = new Set(
      (protections ?? [])
        .filter(({ inputs }) => inputs.some((input) => input.tagId === tagId))
        .map(({ id }) => id),
    );
    return (found.data?.records ?? []).filter(
      (excursion) => using.has(excursion.protectionId) && overlaps(excursion, range),
    );
  }, [found.data, protections, tagId, range]);
  return {
    records,
    unseen: found.data ? found.data.total - found.data.records.length : 0,
    error: found.error,
    retry: () => void found.refetch(),
  };
}
