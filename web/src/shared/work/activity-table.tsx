import type { Activity } from '@twinward/contracts/twins/activity';
import type { ReactNode } from 'react';
import { EmptyState } from '../../ui/feedback/states.tsx';
import { formatDuration, formatMoney } from '../../ui/format/format.ts';
import { type Column, DataTable } from '../../ui/list/data-table.tsx';
import type { Named } from '../protection/draft.ts';

/** A row of the table: an activity of a twin or model. */
type ListedActivity = Pick<
  Activity,
  'id' | 'name' | 'tagAliasId' | 'renews' | 'failureModeIds' | 'resource' | 'duration' | 'cost'
>;

/** The activities of a twin or model. */
export function ActivityTable<A extends ListedActivity>({
  activities,
  inputs,
  failureModes,
  further = [],
  onEdit,
  onDelete,
}: {
  activities: readonly A[];
  inputs: readonly Named[];
  failureModes: readonly Named[];
  /** Columns of further fields. */
  further?: readonly Column<A>[];
  onEdit(activity: A): void;
  /** Null if the user may not delete. */
  onDelete: ((activity: A) => void) | null;
}): ReactNode {
  const columns: readonly Column<A>[] = [
    { id: 'name', header: 'Activity', cell: ({ name }) => <span title={name}>{name}</span> },
    {
      id: 'input',
      header: 'Work is recorded under',
      wide: true,
      width: '22%',
      cell: ({ tagAliasId }) => inputs.find(({ id }) => id === tagAliasId)?.name ?? '–',
    },
    {
      id: 'renews',
      header: 'Renews',
      wide: true,
      width: '18%',
      cell: ({ renews, failureModeIds }) =>
        renews === 'none'
          ? '–'
          : renews === 'all'
            ? 'All'
            : failureModes
                .filter(({ id }) => failureModeIds.includes(id))
                .map(({ name }) => name)
                .join(', '),
    },
    { id: 'resource', header: 'Resource', wide: true, width: '18%', cell: ({ resource }) => resource || '–' },
    {
      id: 'duration',
      header: 'Duration',
      numeric: true,
      width: '120px',
      cell: ({ duration }) => (duration === null ? '–' : formatDuration(duration)),
    },
    {
      id: 'cost',
      header: 'Cost',
      numeric: true,
      width: '112px',
      cell: ({ cost }) => (cost === null ? '–' : formatMoney(cost)),
    },
    ...further,
  ];
  return activities.length === 0 ? (
    <EmptyState
      title="No activities yet."
      hint="An activity is recurring work on the asset, such as an inspection. Protections can detect when it is overdue, and advisories can request it."
    />
  ) : (
    <DataTable
      label="Activities"
      columns={columns}
      rows={activities}
      rowKey={(activity) => activity.id}
      onOpen={onEdit}
      {...(onDelete === null
        ? {}
        : {
            actions: {
              label: (activity: A) => `Actions for ${activity.name}`,
              of: (activity: A) => [
                { label: 'Edit', onChoose: () => onEdit(activity) },
                { label: 'Delete', onChoose: () => onDelete(activity) },
              ],
            },
          })}
    />
  );
}
