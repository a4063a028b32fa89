import type { Column } from '../../ui/data-table.tsx';
import { formatNumber } from '../../ui/format.ts';
import { Time } from '../../ui/time.tsx';
import { unitText } from '../../ui/unit.ts';

/** A signal's latest value and its time. */
export const latestColumns: readonly Column<{
  latestValue: number | null;
  latestTime: string | null;
  unit: string | null;
}>[] = [
  {
    id: 'value',
    header: 'Latest',
    numeric: true,
    width: '14%',
    cell: ({ latestValue, unit }) =>
      latestValue === null ? '–' : [formatNumber(latestValue), unitText(unit)].filter(Boolean).join(' '),
  },
  {
    id: 'time',
    header: 'At',
    numeric: true,
    wide: true,
    width: '16%',
    cell: ({ latestTime }) => <Time value={latestTime} />,
  },
];
