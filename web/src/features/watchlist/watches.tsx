import Box from '@mui/material/Box';
import Stack from '@mui/material/Stack';
import type { Watch } from '@twinward/contracts/advisories/watch';
import type { ReactNode } from 'react';
import { twinPath } from '../../shared/address/paths.ts';
import { useWatches } from '../../shared/api/queries/use-watches.ts';
import { Loaded } from '../../ui/feedback/loaded.tsx';
import { EmptyState } from '../../ui/feedback/states.tsx';
import { LevelChip } from '../../ui/format/level-chip.tsx';
import { TextLink } from '../../ui/page/text-link.tsx';
import { advisoriesText, IndicatorCounts } from './watch-facts.tsx';
import { WatchlistSortChoice } from './watchlist-sort.tsx';

/** The watched twins, in the chosen order. */
export function Watches({ onLeave }: { onLeave: () => void }): ReactNode {
  const watches = useWatches();
  return (
    <>
      <Stack direction="row" sx={{ alignItems: 'center', justifyContent: 'space-between', pb: 2 }}>
        <TextLink to="/apps/watchlist" onClick={onLeave} sx={{ fontWeight: 600 }}>
          Watchlist
        </TextLink>
        <WatchlistSortChoice />
      </Stack>
      <Loaded query={watches} rows={4} message="Error loading watches.">
        {(all) =>
          all.length === 0 ? (
            <EmptyState
              title="No twins on your watchlist yet."
              hint="To add a twin, select the eye beside its name."
              action={
                <TextLink to="/apps/twins" onClick={onLeave}>
                  All twins
                </TextLink>
              }
            />
          ) : (
            <Box component="ul" aria-label="Watched twins" sx={{ listStyle: 'none', m: 0, p: 0 }}>
              {all.map((watch) => (
                <WatchLine key={watch.twin.id} watch={watch} onLeave={onLeave} />
              ))}
            </Box>
          )
        }
      </Loaded>
    </>
  );
}

function WatchLine({ watch, onLeave }: { watch: Watch; onLeave: () => void }): ReactNode {
  const { twin, levels, advisories } = watch;
  const open = advisoriesText(advisories);
  return (
    <Box
      component="li"
      sx={{
        display: 'grid',
        gridTemplateColumns: 'minmax(0, 1fr) auto',
        columnGap: 3,
        py: 1.5,
        borderBottom: 1,
        borderColor: 'divider',
        fontSize: '0.8125rem',
      }}
    >
      <TextLink
        to={twinPath(twin.id)}
        color="inherit"
        onClick={onLeave}
        sx={{ fontWeight: 600, overflowWrap: 'anywhere' }}
      >
        {twin.assetName}
      </TextLink>
      <LevelChip level={twin.level} muted={!twin.active} />
      <Box sx={{ color: 'text.secondary', gridColumn: '1 / -1', display: 'flex', columnGap: 4 }}>
        <IndicatorCounts levels={levels} />
        {open === '' ? null : <span>Advisories: {open}</span>}
      </Box>
    </Box>
  );
}
