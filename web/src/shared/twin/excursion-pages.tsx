import type { ReactNode } from 'react';
import { ExcursionTable } from '../../ui/chart/excursion-table.tsx';
import type { Range, RangeAction } from '../../ui/chart/range.ts';
import { useSettled } from '../../ui/chart/use-settled.ts';
import { EmptyState } from '../../ui/feedback/states.tsx';
import { Paged, usePage } from '../../ui/list/paged.tsx';
import { type ExcursionScope, useExcursionPage } from '../api/queries/use-excursions.ts';

const pageSize = 10;

/** A table of the excursions in a range, newest first, paged by the server. */
export function ExcursionPages({
  scope,
  range,
  label,
  withProtection = false,
  onRange,
}: {
  scope: ExcursionScope;
  range: Range;
  label: string;
  withProtection?: boolean;
  onRange(action: RangeAction): void;
}): ReactNode {
  const whole = { from: Math.floor(range.from), to: Math.ceil(range.to) };
  const within = useSettled(whole) ?? whole;
  const [page, setPage] = usePage(within);
  const excursions = useExcursionPage(scope, within, page, pageSize);
  const nothing = <EmptyState title="No excursions in this range." />;
  if (scope.protectionIds?.length === 0) return nothing;
  return (
    <Paged
      query={excursions}
      page={page}
      pageSize={pageSize}
      noun="excursions"
      fallback="The excursions could not be loaded."
      empty={nothing}
      onPage={setPage}
    >
      {(records, isOutdated) => (
        <ExcursionTable
          label={label}
          excursions={records}
          withProtection={withProtection}
          outdated={isOutdated}
          onRange={onRange}
        />
      )}
    </Paged>
  );
}
