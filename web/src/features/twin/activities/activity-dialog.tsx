import Button from '@mui/material/Button';
import FormHelperText from '@mui/material/FormHelperText';
import Stack from '@mui/material/Stack';
import type { Activity, ActivityRenewal } from '@twinward/contracts/twins/activity';
import { activityRenewals } from '@twinward/contracts/twins/activity';
import type { FailureMode } from '@twinward/contracts/twins/failure-mode';
import type { TagAlias } from '@twinward/contracts/twins/tag-alias';
import { type ReactNode, useState } from 'react';
import { useVersioned } from '../../../shared/form/use-versioned.tsx';
import { ActivityFields, activityProblems } from '../../../shared/work/activity-fields.tsx';
import { AppDialog } from '../../../ui/dialogs/app-dialog.tsx';
import type { FieldTexts } from '../../../ui/dialogs/merge.ts';
import { ErrorState } from '../../../ui/feedback/states.tsx';
import { CheckList } from '../../../ui/form/check-list.tsx';
import { SelectField } from '../../../ui/form/select-field.tsx';
import { formatDuration, formatMoney } from '../../../ui/format/format.ts';
import { useCreateActivity, useSaveActivity } from '../api/activities.ts';

type Draft = Pick<
  Activity,
  'name' | 'description' | 'tagAliasId' | 'duration' | 'cost' | 'resource' | 'renews' | 'failureModeIds'
>;

const draftOf = (activity: Activity): Draft => {
  const { name, description, tagAliasId, duration, cost, resource, renews, failureModeIds } = activity;
  return { name, description, tagAliasId, duration, cost, resource, renews, failureModeIds };
};

const renewals: Readonly<Record<ActivityRenewal, string>> = {
  none: 'Nothing',
  all: 'The asset and all failure modes',
  'failure-modes': 'Named failure modes',
};

/** A new activity, in the form of a saved one with version 0. */
const blank = (twinId: number): Activity => ({
  id: 0,
  twinId,
  tagAliasId: null,
  name: '',
  description: '',
  duration: null,
  cost: null,
  resource: '',
  renews: 'none',
  failureModeIds: [],
  lifeCycleState: null,
  version: 0,
});

/** Creates or edits an activity. */
export function ActivityDialog({
  twinId,
  activity,
  aliases,
  failureModes,
  readOnly,
  onClose,
}: {
  twinId: number;
  /** Null for a new one. */
  activity: Activity | null;
  /** The work aliases to choose from. */
  aliases: readonly TagAlias[];
  /** Those of the twin. */
  failureModes: readonly FailureMode[];
  readOnly: boolean;
  onClose(): void;
}): ReactNode {
  const creating = useCreateActivity(twinId);
  const saving = useSaveActivity(twinId);
  const [isTried, setIsTried] = useState(false);
  const texts: FieldTexts<Draft> = {
    name: { label: 'Name', text: (value) => value },
    description: { label: 'Description', text: (value) => value },
    tagAliasId: {
      label: 'Work is recorded under',
      text: (id) => aliases.find((alias) => alias.id === id)?.name ?? '',
    },
    duration: { label: 'Duration', text: (value) => (value === null ? '' : formatDuration(value)) },
    cost: { label: 'Cost', text: (value) => (value === null ? '' : formatMoney(value)) },
    resource: { label: 'Resource', text: (value) => value },
    renews: { label: 'Its preventive work renews', text: (value) => renewals[value] },
    failureModeIds: {
      label: 'Failure modes',
      text: (ids) =>
        failureModes
          .filter(({ id }) => ids.includes(id))
          .map(({ name }) => name)
          .join(', '),
    },
  };
  const edit = useVersioned({
    what: 'The activity',
    record: activity ?? blank(twinId),
    draftOf,
    texts,
    send: (draft, { id, version }) =>
      activity === null
        ? creating.mutateAsync({ ...draft, lifeCycleState: 'new' })
        : saving.mutateAsync({ id, version, ...draft, lifeCycleState: null }),
    onResolved: onClose,
  });
  const { draft, change } = edit;
  const problems = activityProblems(draft);
  const lacksModes = draft.renews === 'failure-modes' && draft.failureModeIds.length === 0;
  const shown = isTried ? problems : {};
  const save = async (): Promise<void> => {
    setIsTried(true);
    if (Object.keys(problems).length === 0 && !lacksModes && (await edit.save()) !== null) onClose();
  };
  return (
    <AppDialog
      title={activity?.name ?? 'New activity'}
      dirty={edit.isDirty}
      busy={edit.isSaving}
      onClose={onClose}
      actions={
        readOnly ? (
          <Button onClick={onClose}>Close</Button>
        ) : (
          <>
            <Button onClick={onClose}>Cancel</Button>
            <Button variant="contained" disabled={!edit.isDirty} onClick={() => void save()}>
              Save
            </Button>
          </>
        )
      }
    >
      <Stack spacing={3} sx={{ py: 3 }}>
        <ActivityFields activity={draft} problems={shown} readOnly={readOnly} onChange={change}>
          <SelectField
            label="Work is recorded under"
            choices={[
              { value: '', label: 'No input of work' },
              ...aliases.map(({ id, name }) => ({ value: String(id), label: name })),
            ]}
            value={draft.tagAliasId === null ? '' : String(draft.tagAliasId)}
            disabled={readOnly}
            onChange={(event) => change({ tagAliasId: Number(event.target.value) || null })}
          />
        </ActivityFields>
        <SelectField
          label="Its preventive work renews"
          choices={activityRenewals.map((value) => ({ value, label: renewals[value] }))}
          value={draft.renews}
          disabled={readOnly}
          onChange={(event) => change({ renews: event.target.value as ActivityRenewal, failureModeIds: [] })}
        />
        {isTried && lacksModes && failureModes.length === 0 ? (
          <FormHelperText error>The twin has no failure modes.</FormHelperText>
        ) : null}
        {draft.renews !== 'failure-modes' || failureModes.length === 0 ? null : (
          <CheckList
            label="Failure modes"
            {...(isTried && lacksModes ? { hint: 'Please choose the failure modes that it renews.' } : {})}
            choices={failureModes.map(({ id, name }) => ({ value: String(id), label: name }))}
            value={draft.failureModeIds.map(String)}
            disabled={readOnly}
            onChange={(ids) => change({ failureModeIds: ids.map(Number).toSorted((a, b) => a - b) })}
          />
        )}
        {edit.failure === null ? null : (
          <ErrorState error={edit.failure} fallback="The activity could not be saved." />
        )}
      </Stack>
      {edit.dialog}
    </AppDialog>
  );
}
