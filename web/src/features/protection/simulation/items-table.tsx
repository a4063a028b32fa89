import type { SimulationItem } from '@twinward/contracts/protections/simulation';
import type { ReactNode } from 'react';
import { PatternName } from '../../../shared/patterns/pattern-name.tsx';
import { formatCount, formatSpan } from '../../../ui/format/format.ts';
import { type Column, DataTable } from '../../../ui/list/data-table.tsx';

const types: Record<SimulationItem['type'], string> = {
  threshold: 'Threshold',
  excursion: 'Without level',
  pattern: 'Pattern',
  tag: 'Points',
  interval: 'Overdue points',
};

const count = (value: number): string => (value === 0 ? '–' : formatCount(value));
const ofThreshold = ({ type }: SimulationItem): boolean => type === 'threshold' || type === 'excursion';

/** The number of stored excursions; thresholds may count excursions without storing them. */
const keptText = (item: SimulationItem): string =>
  item.count > 0 && item.excursionCount === 0 ? 'not kept' : count(item.excursionCount);

const columns: readonly Column<SimulationItem>[] = [
  {
    id: 'name',
    header: 'Name',
    cell: ({ type, name, color }) =>
      type === 'pattern' && color !== null ? <PatternName pattern={{ name, color }} /> : name,
  },
  { id: 'type', header: 'Type', cell: ({ type }) => types[type], width: '130px', wide: true },
  {
    id: 'level',
    header: 'Level',
    cell: ({ level }) => level ?? '–',
    numeric: true,
    width: '80px',
    wide: true,
  },
  { id: 'count', header: 'Count', cell: (item) => count(item.count), numeric: true, width: '100px' },
  {
    id: 'duration',
    header: 'Duration',
    cell: ({ duration, isOpen }) => `${duration === 0 ? '–' : formatSpan(duration)}${isOpen ? ', open' : ''}`,
    numeric: true,
    width: '150px',
  },
  {
    id: 'kept',
    header: 'Kept excursions',
    cell: (item) => (ofThreshold(item) ? keptText(item) : ''),
    numeric: true,
    width: '150px',
    wide: true,
  },
  {
    id: 'notifications',
    header: 'Notifications',
    cell: (item) => (ofThreshold(item) ? count(item.notifyCount) : ''),
    numeric: true,
    width: '130px',
    wide: true,
  },
  {
    id: 'advisories',
    header: 'Advisories',
    cell: (item) => (ofThreshold(item) ? count(item.advisoryCount) : ''),
    numeric: true,
    width: '120px',
    wide: true,
  },
];

/** A table of the results of a logic. */
export const ItemsTable = ({
  label,
  items,
}: {
  label: string;
  items: readonly SimulationItem[];
}): ReactNode => <DataTable label={label} columns={columns} rows={items} rowKey={({ id }) => id} />;
