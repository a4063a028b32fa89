import type { StateTransition } from '@twinward/contracts/records/record-type';
import { typeProblems } from '@twinward/domain/records/check-type';
import type { ReactNode } from 'react';
import { PeopleField } from '../../shared/pickers/people-field.tsx';
import { FormDialog } from '../../ui/dialogs/form-dialog.tsx';
import { Field } from '../../ui/form/field.tsx';
import { SelectField } from '../../ui/form/select-field.tsx';
import { useDraft } from '../../ui/form/use-draft.ts';
import { placed, type TypeDraft } from './field-draft.ts';

/** Edits a step from one state to another, and its allowed groups. */
export function TransitionDialog({
  draft: type,
  step,
  place,
  onApply,
  onClose,
}: {
  draft: TypeDraft;
  step: StateTransition;
  /** Index of the step; null for a new one. */
  place: number | null;
  onApply: (step: StateTransition) => void;
  onClose: () => void;
}): ReactNode {
  const form = useDraft(step, (draft) => findProblems(type, draft, place));
  const { draft, change } = form;
  const states = type.states.map(({ name, caption }) => ({ value: name, label: caption }));
  const apply = (): void => {
    onApply({ ...draft, caption: draft.caption.trim() });
    onClose();
  };
  return (
    <FormDialog
      title={place === null ? 'New step' : step.caption}
      action="OK"
      form={form}
      onSubmit={apply}
      onClose={onClose}
    >
      <Field
        label="Caption"
        hint="Label of the button that performs the step. Use a verb."
        required
        {...form.text('caption')}
      />
      <SelectField label="From" choices={states} {...form.text('from')} />
      <SelectField label="To" choices={states} {...form.text('to')} />
      <PeopleField
        label="Allowed groups. If empty: everyone who can edit the records"
        value={draft.groups.map((id) => ({ type: 'group', id }))}
        onChange={(people) =>
          change({ groups: people.flatMap((one) => (one.type === 'group' ? [one.id] : [])) })
        }
      />
    </FormDialog>
  );
}

function findProblems(
  type: TypeDraft,
  step: StateTransition,
  place: number | null,
): Partial<Record<'caption' | 'from' | 'to', string>> {
  const start = `transitions.${place ?? type.transitions.length}.`;
  const all = typeProblems({ ...type, transitions: placed(type.transitions, place, step) });
  return {
    ...Object.fromEntries(
      all
        .filter(({ path }) => path.startsWith(start))
        .map(({ path, message }) => [path.slice(start.length), message]),
    ),
    ...(step.caption.trim() === '' ? { caption: 'Required.' } : {}),
  };
}
