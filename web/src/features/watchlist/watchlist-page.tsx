import Stack from '@mui/material/Stack';
import type { Watch } from '@twinward/contracts/advisories/watch';
import type { ReactNode } from 'react';
import { useWatches } from '../../app/queries/use-watches.ts';
import { twinPath } from '../../app/twin-tabs.ts';
import { TwinMarks } from '../../app/watch/twin-marks.tsx';
import { advisoriesText, IndicatorCounts } from '../../app/watch/watch-facts.tsx';
import { WatchlistSortChoice } from '../../app/watch/watchlist-sort.tsx';
import { type Column, DataTable } from '../../ui/data-table.tsx';
import { formatMoney } from '../../ui/format.ts';
import { LevelChip } from '../../ui/level-chip.tsx';
import { Loaded } from '../../ui/loaded.tsx';
import { Page } from '../../ui/page.tsx';
import { EmptyState } from '../../ui/states.tsx';
import { TextLink } from '../../ui/text-link.tsx';

const columns: readonly Column<Watch>[] = [
  {
    id: 'twin',
    header: 'Twin',
    cell: ({ twin }) => <span title={twin.assetName}>{twin.assetName}</span>,
  },
  {
    id: 'level',
    header: 'Level',
    width: '96px',
    cell: ({ twin }) => <LevelChip level={twin.level} muted={!twin.active} />,
  },
  {
    id: 'indicators',
    header: 'Indicators',
    width: '220px',
    wide: true,
    cell: ({ levels }) => <IndicatorCounts levels={levels} />,
  },
  {
    id: 'advisories',
    header: 'Advisories',
    width: '200px',
    wide: true,
    cell: ({ advisories }) => advisoriesText(advisories) || '–',
  },
  {
    id: 'consequence',
    header: 'Consequence',
    numeric: true,
    width: '136px',
    wide: true,
    cell: ({ twin }) => (twin.consequence === null ? '–' : formatMoney(twin.consequence)),
  },
  {
    id: 'marks',
    header: 'Watch',
    numeric: true,
    width: '96px',
    cell: ({ twin }) => <TwinMarks twinId={twin.id} />,
  },
];

/** The twins that the user keeps an eye on. */
export function WatchlistPage(): ReactNode {
  const watches = useWatches();
  return (
    <Page title="Watchlist">
      <Stack direction="row" sx={{ pb: 3 }}>
        <WatchlistSortChoice />
      </Stack>
      <Loaded query={watches} rows={8} fallback="Error loading watches.">
        {(all) =>
          all.length === 0 ? (
            <EmptyState
              title="No twins on your watchlist yet."
              hint="The eye beside a twin’s name adds it."
              action={<TextLink to="/apps/twins">All twins</TextLink>}
            />
          ) : (
            <DataTable
              label="Watchlist"
              columns={columns}
              rows={all}
              rowKey={({ twin }) => twin.id}
              rowTo={({ twin }) => twinPath(twin.id)}
              sticky
            />
          )
        }
      </Loaded>
    </Page>
  );
}
