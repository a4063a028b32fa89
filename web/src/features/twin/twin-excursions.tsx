import type { ReactNode } from 'react';
import { excursionPath, monitorPath } from '../../shared/address/paths.ts';
import { Loaded } from '../../ui/feedback/loaded.tsx';
import { EmptyState } from '../../ui/feedback/states.tsx';
import { formatCount } from '../../ui/format/format.ts';
import { ExcursionList } from '../../ui/list/excursion-list.tsx';
import { Section } from '../../ui/page/section.tsx';
import { TextLink } from '../../ui/page/text-link.tsx';
import { useTwinExcursions } from './api/list-twin-excursions.ts';
import { foldChatter } from './story.ts';

const shown = 10;

/** The newest excursions, with chatter folded. */
export function TwinExcursions({ twinId }: { twinId: number }): ReactNode {
  const excursions = useTwinExcursions(twinId);
  const total = excursions.data?.total ?? 0;
  const folded = foldChatter(excursions.data?.records ?? []);
  const lines = folded.slice(0, shown);
  const told = lines.reduce((sum, { count }) => sum + count, 0);
  return (
    <Section
      title="Newest excursions"
      aside={
        total > told ? (
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
              chatter={new Map(lines.map(({ newest, count, from }) => [newest.id, { count, from }]))}
              to={excursionPath}
            />
          )
        }
      </Loaded>
    </Section>
  );
}
