import type { Activity } from '@twinward/contracts/twins/activity';
import type { Twin } from '@twinward/contracts/twins/twin';
import { type ReactNode, useState } from 'react';
import { useFailureModes } from '../../../shared/api/queries/use-failure-modes.ts';
import { useTwinTagAliases } from '../../../shared/api/queries/use-twin-tag-aliases.ts';
import type { Named } from '../../../shared/protection/draft.ts';
import { furtherChanges, useFurtherForm } from '../../../shared/record/use-further-form.ts';
import { useStandardColumns } from '../../../shared/record/use-further-list.tsx';
import { useAccess } from '../../../shared/session/session-context.tsx';
import { TwinScreen } from '../../../shared/twin/twin-screen.tsx';
import { ActivityDialog, blankActivity } from '../../../shared/work/activity-dialog.tsx';
import { ActivityTable } from '../../../shared/work/activity-table.tsx';
import { Loaded } from '../../../ui/feedback/loaded.tsx';
import { AddButton } from '../../../ui/page/add-button.tsx';
import { Section } from '../../../ui/page/section.tsx';
import { useActivities, useCreateActivity, useSaveActivity } from '../api/activities.ts';
import { DeleteActivity } from './delete-activity.tsx';

export function ActivitiesPage(): ReactNode {
  return <TwinScreen>{(twin) => <Activities twin={twin} />}</TwinScreen>;
}

function Activities({ twin }: { twin: Twin }): ReactNode {
  const activities = useActivities(twin.id);
  const aliases = useTwinTagAliases(twin.id).data ?? [];
  const failureModes = useFailureModes(twin.id).data?.records ?? [];
  const mayWrite = useAccess('write:twin');
  const further = useStandardColumns('activity', activities.data);
  const [edited, setEdited] = useState<Activity | 'new' | null>(null);
  const [deleted, setDeleted] = useState<Activity | null>(null);
  return (
    <Section
      title="Activities"
      aside={mayWrite ? <AddButton onClick={() => setEdited('new')}>Add activity</AddButton> : null}
    >
      <Loaded query={activities} fallback="The activities could not be loaded.">
        {(records) => (
          <ActivityTable
            activities={records}
            inputs={aliases}
            failureModes={failureModes}
            further={further}
            onEdit={setEdited}
            onDelete={mayWrite ? setDeleted : null}
          />
        )}
      </Loaded>
      {edited === null ? null : (
        <EditDialog
          twinId={twin.id}
          activity={edited === 'new' ? null : edited}
          works={aliases.filter(({ type }) => type === 'work')}
          failureModes={failureModes}
          readOnly={!mayWrite}
          onClose={() => setEdited(null)}
        />
      )}
      {deleted === null ? null : <DeleteActivity activity={deleted} onClose={() => setDeleted(null)} />}
    </Section>
  );
}

function EditDialog({
  twinId,
  activity,
  ...shown
}: {
  twinId: number;
  /** Null for a new activity. */
  activity: Activity | null;
  works: readonly Named[];
  failureModes: readonly Named[];
  readOnly: boolean;
  onClose(): void;
}): ReactNode {
  const creating = useCreateActivity(twinId);
  const saving = useSaveActivity(twinId);
  const further = useFurtherForm('activity', activity);
  return (
    <ActivityDialog
      activity={activity ?? blankActivity}
      further={further}
      onSave={({ fields, ...draft }, base) =>
        activity === null
          ? creating.mutateAsync({ ...draft, ...furtherChanges(fields, null), lifeCycleState: 'new' })
          : saving.mutateAsync({
              id: base.id,
              version: base.version,
              lifeCycleState: null,
              ...draft,
              ...furtherChanges(fields, base),
            })
      }
      {...shown}
    />
  );
}
