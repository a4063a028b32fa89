import { mdiPlus } from '@mdi/js';
import Button from '@mui/material/Button';
import type { Activity } from '@twinward/contracts/twins/activity';
import type { Twin } from '@twinward/contracts/twins/twin';
import { type ReactNode, useState } from 'react';
import { useFailureModes } from '../../../shared/api/queries/use-failure-modes.ts';
import { useTwinTagAliases } from '../../../shared/api/queries/use-twin-tag-aliases.ts';
import { useAccess } from '../../../shared/session/session-context.tsx';
import { TwinScreen } from '../../../shared/twin/twin-screen.tsx';
import { Loaded } from '../../../ui/feedback/loaded.tsx';
import { EmptyState } from '../../../ui/feedback/states.tsx';
import { formatDuration, formatMoney } from '../../../ui/format/format.ts';
import { type Column, DataTable } from '../../../ui/list/data-table.tsx';
import { Icon } from '../../../ui/page/icon.tsx';
import { Section } from '../../../ui/page/section.tsx';
import { useActivities } from '../api/activities.ts';
import { ActivityDialog } from './activity-dialog.tsx';
import { DeleteActivity } from './delete-activity.tsx';

export function ActivitiesPage(): ReactNode {
  return <TwinScreen>{(twin) => <Activities twin={twin} />}</TwinScreen>;
}

function Activities({ twin }: { twin: Twin }): ReactNode {
  const activities = useActivities(twin.id);
  const aliases = useTwinTagAliases(twin.id).data ?? [];
  const failureModes = useFailureModes(twin.id).data?.records ?? [];
  const mayWrite = useAccess('write:twin');
  const [edited, setEdited] = useState<Activity | 'new' | null>(null);
  const [deleted, setDeleted] = useState<Activity | null>(null);
  const columns: readonly Column<Activity>[] = [
    { id: 'name', header: 'Activity', cell: ({ name }) => <span title={name}>{name}</span> },
    {
      id: 'input',
      header: 'Work is recorded under',
      wide: true,
      width: '22%',
      cell: ({ tagAliasId }) => aliases.find(({ id }) => id === tagAliasId)?.name ?? '–',
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
  ];
  return (
    <Section
      title="Activities"
      aside={
        mayWrite ? (
          <Button startIcon={<Icon path={mdiPlus} />} onClick={() => setEdited('new')}>
            Add activity
          </Button>
        ) : null
      }
    >
      <Loaded query={activities} fallback="The activities could not be loaded.">
        {(records) =>
          records.length === 0 ? (
            <EmptyState
              title="No activities yet."
              hint="An activity is work that is done to the asset again and again, such as an inspection. Protections can watch that it is done, and advisories can ask for it."
            />
          ) : (
            <DataTable
              label="Activities"
              columns={columns}
              rows={records}
              rowKey={(activity) => activity.id}
              onOpen={setEdited}
              {...(mayWrite
                ? {
                    actions: {
                      label: (activity: Activity) => `Actions for ${activity.name}`,
                      of: (activity: Activity) => [
                        { label: 'Edit', onChoose: () => setEdited(activity) },
                        { label: 'Delete', onChoose: () => setDeleted(activity) },
                      ],
                    },
                  }
                : {})}
            />
          )
        }
      </Loaded>
      {edited === null ? null : (
        <ActivityDialog
          twinId={twin.id}
          activity={edited === 'new' ? null : edited}
          aliases={aliases.filter(({ type }) => type === 'work')}
          failureModes={failureModes}
          readOnly={!mayWrite}
          onClose={() => setEdited(null)}
        />
      )}
      {deleted === null ? null : <DeleteActivity activity={deleted} onClose={() => setDeleted(null)} />}
    </Section>
  );
}
