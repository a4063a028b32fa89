import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import Stack from '@mui/material/Stack';
import type { Activity } from '@twinward/contracts/activity';
import type { TagAlias } from '@twinward/contracts/tag-alias';
import {
  integer,
  maximumLength,
  numberBetween,
  positive,
  required,
} from '@twinward/domain/rules/field-rules';
import { brokenFields } from '@twinward/domain/rules/rule';
import { type ReactNode, useState } from 'react';
import { useVersioned } from '../../../app/use-versioned.ts';
import { AppDialog } from '../../../ui/dialogs/app-dialog.tsx';
import { MergeDialog } from '../../../ui/dialogs/merge-dialog.tsx';
import { Field } from '../../../ui/field.tsx';
import { formatDuration, formatMoney } from '../../../ui/format.ts';
import { DurationInput } from '../../../ui/inputs/duration-input.tsx';
import { NumberField } from '../../../ui/inputs/number-field.tsx';
import type { FieldTexts } from '../../../ui/merge.ts';
import { SelectField } from '../../../ui/select-field.tsx';
import { ErrorState } from '../../../ui/states.tsx';
import { useCreateActivity, useSaveActivity } from '../api/activities.ts';

type Draft = Pick<Activity, 'name' | 'description' | 'tagAliasId' | 'duration' | 'cost' | 'resource'>;

const draftOf = ({ name, description, tagAliasId, duration, cost, resource }: Activity): Draft => ({
  name,
  description,
  tagAliasId,
  duration,
  cost,
  resource,
});

/** One to be made, as if it were there: version 0 is no version. */
const blank = (twinId: number): Activity => ({
  id: 0,
  twinId,
  tagAliasId: null,
  name: '',
  description: '',
  duration: null,
  cost: null,
  resource: '',
  lifeCycleState: null,
  version: 0,
});

function problemsOf(draft: Draft): Partial<Record<string, string>> {
  const broken = brokenFields(draft, {
    name: [required, maximumLength(100)],
    description: [maximumLength(500)],
    cost: [integer, positive, numberBetween(0, 2_147_483_647)],
    resource: [maximumLength(100)],
  });
  return Object.fromEntries(broken.map(({ path, message }) => [path, message]));
}

/** An activity to be made or changed. */
export function ActivityDialog({
  twinId,
  activity,
  aliases,
  readOnly,
  onClose,
}: {
  twinId: number;
  /** Null for a new one. */
  activity: Activity | null;
  /** The inputs of work that it may be recorded under. */
  aliases: readonly TagAlias[];
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
  };
  const edit = useVersioned({
    record: activity ?? blank(twinId),
    draftOf,
    texts,
    send: (draft, { id, version }) =>
      activity === null
        ? creating.mutateAsync({ ...draft, lifeCycleState: 'new' })
        : saving.mutateAsync({ id, version, ...draft, lifeCycleState: null }),
  });
  const { draft, change } = edit;
  const problems = problemsOf(draft);
  const shown = isTried ? problems : {};
  const save = async (): Promise<void> => {
    setIsTried(true);
    if (Object.keys(problems).length === 0 && (await edit.save()) !== null) onClose();
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
        <Field
          label="Name"
          value={draft.name}
          readOnly={readOnly}
          error={shown.name}
          onChange={(event) => change({ name: event.target.value })}
        />
        <Field
          label="Description"
          multiline
          maxRows={4}
          value={draft.description}
          readOnly={readOnly}
          error={shown.description}
          onChange={(event) => change({ description: event.target.value })}
        />
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
        <Box sx={{ display: 'grid', gap: 3, gridTemplateColumns: { sm: '1fr 1fr' } }}>
          <DurationInput
            label="Duration"
            units={['minutes', 'hours', 'days', 'weeks']}
            defaultUnit="hours"
            value={draft.duration}
            readOnly={readOnly}
            onChange={(duration) => change({ duration })}
          />
          <NumberField
            label="Cost"
            unit="$"
            value={draft.cost}
            readOnly={readOnly}
            error={shown.cost}
            onChange={(cost) => change({ cost })}
          />
        </Box>
        <Field
          label="Resource"
          hint="Who or what does it"
          value={draft.resource}
          readOnly={readOnly}
          error={shown.resource}
          onChange={(event) => change({ resource: event.target.value })}
        />
        {edit.failure === null ? null : (
          <ErrorState error={edit.failure} fallback="The activity could not be saved." />
        )}
      </Stack>
      {edit.conflict === null ? null : (
        <MergeDialog
          what="The activity"
          fields={edit.conflict}
          busy={edit.isSaving}
          onSave={async (mine) => {
            if ((await edit.resolve(mine)) !== null) onClose();
          }}
          onClose={edit.closeConflict}
        />
      )}
    </AppDialog>
  );
}
