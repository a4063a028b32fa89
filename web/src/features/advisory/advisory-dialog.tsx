import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import FormControlLabel from '@mui/material/FormControlLabel';
import Stack from '@mui/material/Stack';
import Switch from '@mui/material/Switch';
import { type Advisory, newAdvisory } from '@twinward/contracts/advisories/advisory';
import type { Recipient } from '@twinward/contracts/advisories/notification';
import type { AdvisoryWork } from '@twinward/contracts/protections/threshold';
import { type AdvisoryEntry, entryOf } from '@twinward/domain/rules/advisory';
import { messagesOf } from '@twinward/domain/rules/rule';
import { rulesOf } from '@twinward/domain/rules/schema-rules';
import { type ReactNode, useState } from 'react';
import { useActivities } from '../../shared/api/queries/use-activities.ts';
import { useFailureModes } from '../../shared/api/queries/use-failure-modes.ts';
import { useTwinProtections } from '../../shared/api/queries/use-twin-protections.ts';
import { useVersioned } from '../../shared/form/use-versioned.tsx';
import { PeopleField } from '../../shared/pickers/people-field.tsx';
import { WorkFields } from '../../shared/work/work-fields.tsx';
import { AppDialog } from '../../ui/dialogs/app-dialog.tsx';
import type { FieldTexts } from '../../ui/dialogs/merge.ts';
import { ErrorState } from '../../ui/feedback/states.tsx';
import { CheckList } from '../../ui/form/check-list.tsx';
import { DateTimeInput } from '../../ui/form/date-input.tsx';
import { DurationInput } from '../../ui/form/duration-input.tsx';
import { Field } from '../../ui/form/field.tsx';
import { NumberField } from '../../ui/form/number-field.tsx';
import { SelectField } from '../../ui/form/select-field.tsx';
import { formatDateTime, formatDuration } from '../../ui/format/format.ts';
import { useTimeZone } from '../../ui/format/time-zone.ts';
import { useSaveAdvisory } from './api/advisories.ts';

/** What of an advisory is edited, and which version of which it is. */
type Edited = Pick<
  Advisory,
  | 'id'
  | 'version'
  | 'name'
  | 'comment'
  | 'protection'
  | 'threshold'
  | 'activityId'
  | 'failureModes'
  | 'reviewerUserIds'
  | 'reviewerGroupIds'
  | 'priority'
  | 'targetHorizon'
  | 'targetDate'
  | 'work'
>;

/** One to be made, as if it were there: version 0 is no version. */
const blank: Edited = {
  id: 0,
  version: 0,
  name: '',
  comment: '',
  protection: null,
  threshold: null,
  activityId: null,
  failureModes: [],
  reviewerUserIds: [],
  reviewerGroupIds: [],
  priority: null,
  targetHorizon: null,
  targetDate: null,
  work: null,
};

const emptyWork: AdvisoryWork = {
  type: null,
  priority: null,
  status: null,
  shortDescription: '',
  description: '',
};

const rules = rulesOf(newAdvisory.shape, ['name', 'comment', 'priority']);

/** An advisory of a twin, to be drafted or changed. */
export function AdvisoryDialog({
  twinId,
  advisory,
  onSaved,
  onClose,
}: {
  twinId: number;
  /** Null for a new one. */
  advisory: Advisory | null;
  onSaved(id: number): void;
  onClose(): void;
}): ReactNode {
  const timeZone = useTimeZone();
  const protections = useTwinProtections(twinId).data?.records ?? [];
  const activities = useActivities(twinId).data ?? [];
  const failureModes = useFailureModes(twinId).data?.records ?? [];
  const saving = useSaveAdvisory(twinId);
  const [isTried, setIsTried] = useState(false);
  const nameOf = (list: readonly { id: number; name: string }[], id: number | null) =>
    list.find((one) => one.id === id)?.name ?? '';
  const texts: FieldTexts<AdvisoryEntry> = {
    name: { label: 'Name', text: (value) => value },
    comment: { label: 'Comment', text: (value) => value },
    protectionId: { label: 'Protection', text: (id) => nameOf(protections, id) },
    thresholdId: {
      label: 'Threshold',
      text: (id) =>
        nameOf(
          protections.flatMap(({ thresholds }) => thresholds),
          id ?? null,
        ),
    },
    activityId: { label: 'Activity', text: (id) => nameOf(activities, id) },
    failureModeIds: {
      label: 'Failure modes',
      text: (ids) => ids.map((id) => nameOf(failureModes, id)).join(', '),
    },
    reviewerUserIds: { label: 'Reviewers', text: (ids) => `${ids.length} users` },
    reviewerGroupIds: { label: 'Groups of reviewers', text: (names) => names.join(', ') },
    priority: { label: 'Priority', text: (value) => String(value ?? '') },
    targetHorizon: { label: 'Target horizon', text: (value) => (value ? formatDuration(value) : '') },
    targetDate: { label: 'Target date', text: (value) => (value ? formatDateTime(value, timeZone) : '') },
    work: { label: 'Work', text: (work) => work?.shortDescription ?? '' },
  };
  const edit = useVersioned<Edited, AdvisoryEntry>({
    what: 'The advisory',
    record: advisory ?? blank,
    draftOf: entryOf,
    texts,
    send: (entry, { id, version }) =>
      saving.mutateAsync({ entry, of: version === 0 ? null : { id, version } }),
    onResolved: ({ id }) => onSaved(id),
  });
  const { draft, change } = edit;
  const problems = messagesOf(draft, rules);
  const shown = isTried ? problems : {};
  const save = async (): Promise<void> => {
    setIsTried(true);
    if (Object.keys(problems).length > 0) return;
    const saved = await edit.save();
    if (saved !== null) onSaved(saved.id);
  };
  const reviewers: Recipient[] = [
    ...draft.reviewerUserIds.map((id) => ({ type: 'user' as const, id })),
    ...draft.reviewerGroupIds.map((id) => ({ type: 'group' as const, id })),
  ];
  const protection = protections.find(({ id }) => id === draft.protectionId);
  const choicesOf = (none: string, list: readonly { id: number; name: string }[]) => [
    { value: '', label: none },
    ...list.map(({ id, name }) => ({ value: String(id), label: name })),
  ];
  return (
    <AppDialog
      title={advisory?.name ?? 'New advisory'}
      dirty={edit.isDirty}
      busy={edit.isSaving}
      onClose={onClose}
      actions={
        <>
          <Button onClick={onClose}>Cancel</Button>
          <Button variant="contained" disabled={!edit.isDirty} onClick={() => void save()}>
            Save
          </Button>
        </>
      }
    >
      <Stack spacing={3} sx={{ py: 3 }}>
        <Field
          label="Name"
          value={draft.name}
          error={shown.name}
          onChange={(event) => change({ name: event.target.value })}
        />
        <Field
          label="Comment"
          hint="What is known, and what is advised"
          multiline
          maxRows={6}
          value={draft.comment}
          error={shown.comment}
          onChange={(event) => change({ comment: event.target.value })}
        />
        <Box sx={{ display: 'grid', gap: 3, gridTemplateColumns: { sm: '1fr 1fr' } }}>
          <SelectField
            label="Protection"
            choices={choicesOf('None', protections)}
            value={draft.protectionId ?? ''}
            onChange={(event) =>
              change({ protectionId: Number(event.target.value) || null, thresholdId: null })
            }
          />
          <SelectField
            label="Threshold"
            choices={choicesOf('None', protection?.thresholds ?? [])}
            value={draft.thresholdId ?? ''}
            disabled={protection === undefined}
            onChange={(event) => change({ thresholdId: Number(event.target.value) || null })}
          />
          <SelectField
            label="Activity"
            choices={choicesOf('None', activities)}
            value={draft.activityId ?? ''}
            onChange={(event) => change({ activityId: Number(event.target.value) || null })}
          />
          <NumberField
            label="Priority"
            hint="0 to 1000"
            value={draft.priority}
            error={shown.priority}
            onChange={(priority) => change({ priority })}
          />
          <DurationInput
            label="Target horizon"
            hint="From when it becomes active"
            value={draft.targetHorizon}
            onChange={(targetHorizon) => change({ targetHorizon })}
          />
          <DateTimeInput
            label="Target date"
            hint="Set by the horizon, where there is one"
            value={draft.targetDate}
            onChange={(targetDate) => change({ targetDate })}
          />
        </Box>
        <PeopleField
          label="Reviewers"
          value={reviewers}
          onChange={(people) =>
            change({
              reviewerUserIds: people.flatMap((one) => (one.type === 'user' ? [one.id] : [])),
              reviewerGroupIds: people.flatMap((one) => (one.type === 'group' ? [one.id] : [])),
            })
          }
        />
        {failureModes.length === 0 ? null : (
          <CheckList
            label="Failure modes"
            choices={failureModes.map(({ id, name }) => ({ value: String(id), label: name }))}
            value={draft.failureModeIds.map(String)}
            onChange={(ids) => change({ failureModeIds: ids.map(Number) })}
          />
        )}
        <FormControlLabel
          label="Request work when it becomes active"
          control={
            <Switch
              checked={draft.work !== null}
              onChange={(_, isOn) => change({ work: isOn ? emptyWork : null })}
            />
          }
        />
        {draft.work ? <WorkFields work={draft.work} onChange={(work) => change({ work })} /> : null}
        {edit.failure === null ? null : (
          <ErrorState error={edit.failure} fallback="The advisory could not be saved." />
        )}
      </Stack>
      {edit.dialog}
    </AppDialog>
  );
}
