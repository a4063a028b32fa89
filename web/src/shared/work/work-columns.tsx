import type { Work, WorkKind } from '@twinward/contracts/assets/work';
import { DAY, durationToDays } from '@twinward/domain/duration';
import { formatMoney, formatSpan } from '../../ui/format/format.ts';
import { Time } from '../../ui/format/time.tsx';
import type { Column } from '../../ui/list/data-table.tsx';

export const kindLabels: Record<WorkKind, string> = {
  corrective: 'Corrective',
  preventive: 'Preventive',
  'condition-based': 'Condition-based',
  inspection: 'Inspection',
  modification: 'Modification',
  other: 'Other',
};

/** Actual or planned duration of work in milliseconds: the entered duration, else from start to completion. */
export function workDuration({ duration, start, completed }: Work): number | null {
  if (duration !== null) return durationToDays(duration) * DAY;
  return start === null || completed === null ? null : Date.parse(completed) - Date.parse(start);
}

export const workColumns: readonly Column<Work>[] = [
  {
    id: 'name',
    header: 'Name',
    phoneWidth: 'auto',
    sort: { field: 'Name' },
    cell: ({ name, number }) => (
      <span title={number === null ? name : `${name}, order ${number}`}>{name}</span>
    ),
  },
  {
    id: 'kind',
    header: 'Kind',
    width: '12%',
    wide: true,
    sort: { field: 'Kind' },
    cell: ({ kind }) => kindLabels[kind],
  },
  {
    id: 'planned',
    header: 'Planned',
    numeric: true,
    wide: true,
    width: 'max(15%, 150px)',
    sort: { field: 'Planned', first: 'Descending' },
    cell: ({ planned }) => <Time value={planned} />,
  },
  {
    id: 'start',
    header: 'Start',
    numeric: true,
    wide: true,
    width: 'max(15%, 150px)',
    sort: { field: 'Start', first: 'Descending' },
    cell: ({ start }) => <Time value={start} />,
  },
  {
    id: 'completed',
    header: 'Completed',
    numeric: true,
    phoneWidth: '160px',
    width: 'max(15%, 150px)',
    sort: { field: 'Completed', first: 'Descending' },
    cell: ({ completed }) => <Time value={completed} />,
  },
  {
    id: 'duration',
    header: 'Duration',
    numeric: true,
    wide: true,
    width: '9%',
    cell: (work) => {
      const length = workDuration(work);
      return length === null ? '–' : formatSpan(length);
    },
  },
  {
    id: 'cost',
    header: 'Cost',
    numeric: true,
    width: '10%',
    phoneWidth: '88px',
    sort: { field: 'Cost', first: 'Descending' },
    cell: ({ cost }) => (cost === null ? '–' : formatMoney(cost)),
  },
];
