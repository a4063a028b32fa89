import FormControlLabel from '@mui/material/FormControlLabel';
import Switch from '@mui/material/Switch';
import { type Twin, twinChange } from '@twinward/contracts/twins/twin';
import { fieldMessages } from '@twinward/domain/rules/rule';
import { schemaRules } from '@twinward/domain/rules/schema-rules';
import type { ReactNode } from 'react';
import { ConnectionField } from '../../shared/connection/connection-field.tsx';
import { useVersioned } from '../../shared/form/use-versioned.tsx';
import { VersionedDialog } from '../../shared/form/versioned-dialog.tsx';
import { FurtherFields } from '../../shared/record/further-fields.tsx';
import type { RecordValues } from '../../shared/record/record-values.ts';
import {
  type FurtherForm,
  furtherChanges,
  furtherProblem,
  useFurtherForm,
} from '../../shared/record/use-further-form.ts';
import type { FieldTexts } from '../../ui/dialogs/merge.ts';
import { Field } from '../../ui/form/field.tsx';
import type { Problems } from '../../ui/form/use-draft.ts';
import { formatDateTime, formatDuration } from '../../ui/format/format.ts';
import { useTimeZone } from '../../ui/format/time-zone.ts';
import { useSaveTwin } from './api/write-twin.ts';
import { MissionFields, missionProblems } from './mission-fields.tsx';
import { dirtyFlags } from './twin-flags.ts';

type Draft = Pick<
  Twin,
  'description' | 'technicalNumber' | 'active' | 'startDate' | 'missionTime' | 'connectionId'
> & {
  fields: RecordValues;
};

const toDraft = ({
  description,
  technicalNumber,
  active,
  startDate,
  missionTime,
  connectionId,
  fields,
}: Twin): Draft => ({
  description,
  technicalNumber,
  active,
  startDate,
  missionTime,
  connectionId,
  fields,
});

const texts = (timeZone: string, further: FurtherForm): FieldTexts<Draft> => ({
  description: { label: 'Description', text: (value) => value },
  technicalNumber: { label: 'Technical number', text: (value) => value ?? '' },
  active: { label: 'Active', text: (value) => (value ? 'Active' : 'Inactive') },
  startDate: {
    label: 'Start date',
    text: (value) => (value === null ? '' : formatDateTime(value, timeZone)),
  },
  missionTime: { label: 'Mission time', text: (value) => (value === null ? '' : formatDuration(value)) },
  connectionId: { label: 'Connection for work requests', text: (value) => String(value ?? '') },
  fields: further.text,
});

const rules = schemaRules(twinChange.shape, ['description', 'technicalNumber']);

/** Edits the general fields of a twin; probability and consequence are edited on its risk page. */
export function EditTwinDialog({ twin, onClose }: { twin: Twin; onClose(): void }): ReactNode {
  const saving = useSaveTwin();
  const timeZone = useTimeZone();
  const further = useFurtherForm('twin', twin);
  const edit = useVersioned({
    what: 'The twin',
    record: twin,
    toDraft,
    texts: texts(timeZone, further),
    send: ({ fields, ...draft }, base) =>
      saving.mutateAsync({
        id: base.id,
        ...draft,
        ...furtherChanges(fields, base),
        dirtyFlags: dirtyFlags(base, draft),
        version: base.version,
      }),
    onResolved: onClose,
  });
  const { draft, change } = edit;
  const problems: Problems = {
    ...fieldMessages(draft, rules),
    ...missionProblems(draft),
    fields: furtherProblem(further, draft.fields),
  };
  return (
    <VersionedDialog
      title={`Edit ${twin.assetName}`}
      edit={edit}
      fallback="The twin could not be saved."
      further={further}
      disabled={Object.values(problems).some((problem) => problem !== undefined)}
      onClose={onClose}
    >
      <Field
        label="Description"
        multiline
        maxRows={6}
        {...edit.text('description')}
        error={problems.description}
      />
      <Field
        label="Technical number"
        value={draft.technicalNumber ?? ''}
        error={problems.technicalNumber}
        onChange={(event) => change({ technicalNumber: event.target.value || null })}
      />
      <MissionFields mission={draft} onChange={change} />
      <ConnectionField
        value={draft.connectionId}
        none="Same as the asset, or the system default"
        hint="Receives work requested by advisories of the twin."
        onChange={(connectionId) => change({ connectionId })}
      />
      <FormControlLabel
        control={
          <Switch checked={draft.active} onChange={(event) => change({ active: event.target.checked })} />
        }
        label="Active: its protections are evaluated"
      />
      <FurtherFields
        form={further}
        draft={draft.fields}
        isTried
        failure={edit.failure}
        onChange={(fields) => change({ fields })}
      />
    </VersionedDialog>
  );
}
