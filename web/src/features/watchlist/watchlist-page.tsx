import Stack from '@mui/material/Stack';
import type { Watch } from '@twinward/contracts/advisories/watch';
import type { ReactNode } from 'react';
import { twinPath } from '../../shared/address/paths.ts';
import { useWatches } from '../../shared/api/queries/use-watches.ts';
import { TwinMarks } from '../../shared/twin/twin-marks.tsx';
import { Loaded } from '../../ui/feedback/loaded.tsx';
import { EmptyState } from '../../ui/feedback/states.tsx';
import { formatMoney } from '../../ui/format/format.ts';
import { LevelChip } from '../../ui/format/level-chip.tsx';
import { type Column, DataTable } from '../../ui/list/data-table.tsx';
import { Page } from '../../ui/page/page.tsx';
import { TextLink } from '../../ui/page/text-link.tsx';
import { advisoriesText, IndicatorCounts } from './watch-facts.tsx';
import { WatchlistSortChoice } from './watchlist-sort.tsx';

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
    cell: ({ twin }) => <TwinMarks twinId={twin.id} name={twin.assetName} />,
  },
];

/** The user's watchlist. */
export function WatchlistPage(): ReactNode {
  const watches = useWatches();
  return (
    <Page title="Watchlist">
      <Stack direction="row" sx={{ pb: 3 }}>
        <WatchlistSortChoice />
      </Stack>
      <Loaded query={watches} rows={8} message="Error loading watches.">
        {(all) =>
          all.length === 0 ? (
            <EmptyState
              title="No twins on your watchlist yet."
              hint="To add a twin, select the eye beside its name."
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
