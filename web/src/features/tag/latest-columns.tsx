import { inputUnit } from '../../shared/units/input-unit.ts';
import { LatestValue } from '../../shared/units/latest-value.tsx';
import { Time } from '../../ui/format/time.tsx';
import type { Column } from '../../ui/list/data-table.tsx';

/** Columns for a signal's latest value and its time. */
export const latestColumns: readonly Column<{
  latestValue: number | null;
  latestTime: string | null;
  unit: string | null;
  /** The measured unit of an input's tag. */
  mappedTagUnit?: string | null;
}>[] = [
  {
    id: 'value',
    header: 'Latest',
    numeric: true,
    width: '14%',
    phoneWidth: '122px',
    cell: ({ latestValue, unit, mappedTagUnit = null }) => (
      <LatestValue value={latestValue} unit={inputUnit({ unit, mappedTagUnit })} />
    ),
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
