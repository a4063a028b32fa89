import type { ReactNode } from 'react';
import { excursionPath, monitorPath } from '../../shared/address/paths.ts';
import { Loaded } from '../../ui/feedback/loaded.tsx';
import { EmptyState } from '../../ui/feedback/states.tsx';
import { formatCount } from '../../ui/format/format.ts';
import { ExcursionList } from '../../ui/list/excursion-list.tsx';
import { Section } from '../../ui/page/section.tsx';
import { TextLink } from '../../ui/page/text-link.tsx';
import { useTwinExcursions } from './api/list-twin-excursions.ts';
import { foldShortExcursions } from './short-excursions.ts';

const mostLines = 10;

/** The newest excursions. Consecutive short ones are merged into one line. */
export function TwinExcursions({ twinId }: { twinId: number }): ReactNode {
  const excursions = useTwinExcursions(twinId);
  const total = excursions.data?.total ?? 0;
  const lines = foldShortExcursions(excursions.data?.records ?? []).slice(0, mostLines);
  const shown = lines.reduce((sum, { count }) => sum + count, 0);
  return (
    <Section
      title="Newest excursions"
      aside={
        total > shown ? (
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
            <ExcursionList
              label="Newest excursions"
              excursions={lines.map(({ newest }) => newest)}
              folded={new Map(lines.map(({ newest, count, from }) => [newest.id, { count, from }]))}
              to={excursionPath}
            />
          )
        }
      </Loaded>
    </Section>
  );
}
