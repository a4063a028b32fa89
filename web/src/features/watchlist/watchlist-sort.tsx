import NativeSelect from '@mui/material/NativeSelect';
import OutlinedInput from '@mui/material/OutlinedInput';
import type { WatchlistSort } from '@twinward/contracts/system/setting';
import type { ReactNode } from 'react';
import { useSetWatchlistSort, useWatchlistSort } from '../../shared/api/queries/use-watches.ts';

const sorts: readonly [value: WatchlistSort['value'], label: string][] = [
  ['name', 'Name'],
  ['consequence', 'Consequence'],
  ['level', 'Level'],
  ['advisories', 'Advisories'],
];

/** The sort order of the watchlist, saved for the user. */
export function WatchlistSortChoice(): ReactNode {
  const { data } = useWatchlistSort();
  const set = useSetWatchlistSort();
  return (
    <NativeSelect
      variant="outlined"
      input={<OutlinedInput size="small" />}
      value={data?.value ?? 'name'}
      onChange={(event) => set.mutate(event.target.value as WatchlistSort['value'])}
      inputProps={{ 'aria-label': 'Sort by' }}
      sx={{ height: 32, fontSize: '0.8125rem', '& option': { bgcolor: 'background.paper' } }}
    >
      {sorts.map(([value, label]) => (
        <option key={value} value={value}>
          Sort by {label.toLowerCase()}
        </option>
      ))}
    </NativeSelect>
  );
}
