import { type ReactNode, useState } from 'react';
import { ExcursionTable } from '../../ui/chart/excursion-table.tsx';
import type { Range, RangeAction } from '../../ui/chart/range.ts';
import { useSettled } from '../../ui/chart/use-settled.ts';
import { Loaded } from '../../ui/feedback/loaded.tsx';
import { EmptyState } from '../../ui/feedback/states.tsx';
import { PageLinks } from '../../ui/list/page-links.tsx';
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
  const request = JSON.stringify(within);
  const [{ page, of }, setPage] = useState({ page: 1, of: request });
  // Another range starts with its first page.
  const shown = of === request ? page : 1;
  const excursions = useExcursionPage(scope, within, shown, pageSize);
  const nothing = <EmptyState title="No excursions in this range." />;
  if (scope.protectionIds?.length === 0) return nothing;
  return (
    <Loaded query={excursions} rows={5} fallback="The excursions could not be loaded.">
      {({ records, total }) =>
        total === 0 ? (
          nothing
        ) : (
          <>
            <ExcursionTable
              label={label}
              excursions={records}
              withProtection={withProtection}
              outdated={excursions.isPlaceholderData}
              onRange={onRange}
            />
            <PageLinks
              page={shown}
              pageSize={pageSize}
              total={total}
              noun="excursions"
              onChange={(next) => setPage({ page: next, of: request })}
            />
          </>
        )
      }
    </Loaded>
  );
}
