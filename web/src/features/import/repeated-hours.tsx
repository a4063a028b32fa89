import Alert from '@mui/material/Alert';
import type { ImportResult } from '@twinward/contracts/signals/import';
import type { ReactNode } from 'react';
import { formatCount } from '../../ui/format/format.ts';

const shown = (local: string): string => local.slice(0, 16).replace('T', ' ');
const formatTags = (count: number): string => `${formatCount(count)} ${count === 1 ? 'tag' : 'tags'}`;

/** The local times that occurred twice, and how their rows were read. */
export function RepeatedHours({ hours }: { hours: ImportResult['repeatedHours'] }): ReactNode {
  return hours.map(({ from, until, tags, undecided }) => (
    <Alert key={from} severity={undecided > 0 ? 'warning' : 'info'} variant="outlined">
      Clocks showed {shown(from)} to {shown(until).slice(11)} twice.{' '}
      {undecided < tags
        ? `For ${formatTags(tags - undecided)}, the file has rows for both times; they are assigned by their order. `
        : ''}
      {undecided > 0
        ? `For ${formatTags(undecided)}, the file has rows for one time only; they are read as the first time.`
        : ''}
    </Alert>
  ));
}
