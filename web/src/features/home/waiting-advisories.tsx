import type { AdvisorySummary } from '@twinward/contracts/advisories/advisory';
import type { ReactNode } from 'react';
import { advisoryPath } from '../../shared/address/paths.ts';
import { formatDate } from '../../ui/format/format.ts';
import { LevelChip } from '../../ui/format/level-chip.tsx';
import { useTimeZone } from '../../ui/format/time-zone.ts';
import { type Column, DataTable } from '../../ui/list/data-table.tsx';

const asks = ({ state, overdue }: AdvisorySummary): string =>
  state === 'submitted' ? 'For you to review' : overdue ? 'Overdue' : 'Active';

const columns: readonly Column<AdvisorySummary>[] = [
  {
    id: 'name',
    header: 'Advisory',
    cell: ({ assetName, name }) => <span title={`${assetName}: ${name}`}>{`${assetName}: ${name}`}</span>,
  },
  { id: 'asks', header: 'State', width: '144px', cell: asks },
  {
    id: 'level',
    header: 'Level',
    width: '96px',
    wide: true,
    cell: ({ level }) => (level === null ? '–' : <LevelChip level={level} />),
  },
  {
    id: 'target',
    header: 'Target date',
    numeric: true,
    width: '128px',
    wide: true,
    cell: ({ targetDate }) => <Day value={targetDate} />,
  },
];

function Day({ value }: { value: string | null }): ReactNode {
  const timeZone = useTimeZone();
  return value === null ? '–' : formatDate(value, timeZone);
}

/** A list of advisories that wait for an action. */
export const WaitingAdvisories = ({ advisories }: { advisories: readonly AdvisorySummary[] }): ReactNode => (
  <DataTable
    label="Waiting advisories"
    columns={columns}
    rows={advisories}
    rowKey={({ id }) => id}
    rowTo={({ twinId, id }) => advisoryPath(twinId, id)}
  />
);
