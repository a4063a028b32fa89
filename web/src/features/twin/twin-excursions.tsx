import type { ReactNode } from 'react';
import { excursionPath, monitorPath } from '../../app/twin-tabs.ts';
import { ExcursionList } from '../../ui/excursion-list.tsx';
import { formatCount } from '../../ui/format.ts';
import { Loaded } from '../../ui/loaded.tsx';
import { Section } from '../../ui/section.tsx';
import { EmptyState } from '../../ui/states.tsx';
import { TextLink } from '../../ui/text-link.tsx';
import { useTwinExcursions } from './api/list-twin-excursions.ts';

export function TwinExcursions({ twinId }: { twinId: number }): ReactNode {
  const excursions = useTwinExcursions(twinId);
  const total = excursions.data?.total ?? 0;
  return (
    <Section
      title="Newest excursions"
      aside={
        total > (excursions.data?.records.length ?? 0) ? (
          <TextLink to={monitorPath(twinId)} variant="body2">
            All {formatCount(total)} in Monitor
          </TextLink>
        ) : null
      }
    >
      <Loaded query={excursions} rows={6} fallback="The excursions could not be loaded.">
        {({ records }) =>
          records.length === 0 ? (
            <EmptyState title="No excursions yet." />
          ) : (
            <ExcursionList label="Newest excursions" excursions={records} to={excursionPath} />
          )
        }
      </Loaded>
    </Section>
  );
}
