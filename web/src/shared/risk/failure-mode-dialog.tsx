import Box from '@mui/material/Box';
import type { ReactNode } from 'react';
import type { FieldTexts } from '../../ui/dialogs/merge.ts';
import { CheckList } from '../../ui/form/check-list.tsx';
import { DurationInput } from '../../ui/form/duration-input.tsx';
import { Field } from '../../ui/form/field.tsx';
import { SelectField } from '../../ui/form/select-field.tsx';
import { formatDuration } from '../../ui/format/format.ts';
import { FurtherFiles } from '../attachment/record-files.tsx';
import { useVersioned } from '../form/use-versioned.tsx';
import { VersionedDialog } from '../form/versioned-dialog.tsx';
import type { Named } from '../protection/draft.ts';
import { FurtherFields } from '../record/further-fields.tsx';
import { type FurtherForm, furtherProblem } from '../record/use-further-form.ts';
import { useFailureCauses, useFailureMechanisms } from '../work/failure-codes.ts';
import { findProblems } from './draft.ts';
import {
  type EditedFailureMode,
  type FailureModeDraft,
  textProblems,
  toFailureModeDraft,
} from './failure-mode-draft.ts';
import { RiskCards } from './risk-cards.tsx';
import { consequenceText, probabilityText } from './risk-texts.ts';
import type { ShownMission } from './why-probability.tsx';

/** Creates or edits a failure mode of a twin or model, with its risk and its protections. */
export function FailureModeDialog({
  failureMode,
  mission,
  protections,
  further,
  readOnly,
  onSave,
  onClose,
}: {
  failureMode: EditedFailureMode;
  /** The mission for which percentages are calculated. */
  mission: ShownMission;
  protections: readonly (Named & { active: boolean })[];
  further: FurtherForm;
  readOnly: boolean;
  onSave(draft: FailureModeDraft, base: EditedFailureMode): Promise<EditedFailureMode>;
  onClose(): void;
}): ReactNode {
  const mechanisms = useFailureMechanisms();
  const causes = useFailureCauses();
  const findName = (id: number) => protections.find((one) => one.id === id)?.name ?? String(id);
  const texts: FieldTexts<FailureModeDraft> = {
    name: { label: 'Name', text: (value) => value },
    description: { label: 'Description', text: (value) => value },
    mechanism: { label: 'Mechanism', text: (code) => (code === null ? '' : mechanisms.findCaption(code)) },
    cause: { label: 'Cause', text: (code) => (code === null ? '' : causes.findCaption(code)) },
    pfInterval: { label: 'P-F interval', text: (value) => (value === null ? '' : formatDuration(value)) },
    protectionIds: { label: 'Protections', text: (ids) => ids.map(findName).join(', ') },
    probability: { label: 'Probability', text: probabilityText(mission) },
    consequence: { label: 'Consequence', text: consequenceText },
    source: { label: 'Source', text: (value) => value ?? '' },
    fields: further.text,
  };
  const edit = useVersioned<EditedFailureMode, FailureModeDraft>({
    what: 'The failure mode',
    record: failureMode,
    toDraft: toFailureModeDraft,
    texts,
    send: onSave,
    findProblems: (draft) => ({
      ...textProblems(draft),
      fields: furtherProblem(further, draft.fields),
      risk: Object.values(findProblems(draft, mission))[0],
    }),
    readOnly,
    onResolved: onClose,
  });
  const { draft, isTried, change } = edit;
  return (
    <VersionedDialog
      title={failureMode.id === 0 ? 'New failure mode' : failureMode.name}
      edit={edit}
      fallback="The failure mode could not be saved."
      further={further}
      readOnly={readOnly}
      maxWidth="md"
      onClose={onClose}
    >
      <Field label="Name" required {...edit.text('name')} />
      <Field label="Description" multiline maxRows={4} {...edit.text('description')} />
      <Box sx={{ display: 'grid', gap: 3, gridTemplateColumns: { sm: 'repeat(3, minmax(0, 1fr))' } }}>
        <SelectField
          label="Mechanism"
          choices={mechanisms.choices(draft.mechanism, 'Not specified')}
          value={draft.mechanism ?? ''}
          disabled={readOnly}
          onChange={(event) => change({ mechanism: event.target.value || null })}
        />
        <SelectField
          label="Cause"
          choices={causes.choices(draft.cause, 'Not specified')}
          value={draft.cause ?? ''}
          disabled={readOnly}
          onChange={(event) => change({ cause: event.target.value || null })}
        />
        <DurationInput
          label="P-F interval"
          hint="Time from first sign to failure"
          {...edit.input('pfInterval')}
        />
      </Box>
      <RiskCards
        risk={draft}
        mission={mission}
        problems={isTried ? findProblems(draft, mission) : {}}
        onChange={readOnly ? undefined : change}
        isInDialog
      />
      {draft.source === undefined || draft.probability === null ? null : (
        <Field
          label="Source"
          hint="Where the life data comes from, such as a standard or study. Leave empty for an assumption."
          value={draft.source}
          readOnly={readOnly}
          onChange={(event) => change({ source: event.target.value })}
        />
      )}
      <FurtherFields
        form={further}
        draft={draft.fields}
        isTried={isTried}
        failure={edit.failure}
        readOnly={readOnly}
        onChange={(fields) => change({ fields })}
      />
      {further.record === null ? null : <FurtherFiles {...further.record} />}
      {protections.length === 0 ? null : (
        <CheckList
          label="Protections"
          hint="Protections that detect or prevent this failure mode"
          choices={protections.map(({ id, name, active }) => ({
            value: String(id),
            label: name,
            ...(active ? {} : { note: 'inactive' }),
          }))}
          value={draft.protectionIds.map(String)}
          disabled={readOnly}
          onChange={(ids) => change({ protectionIds: ids.map(Number).sort((one, other) => one - other) })}
        />
      )}
    </VersionedDialog>
  );
}
