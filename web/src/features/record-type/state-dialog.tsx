import { type RecordState, recordState } from '@twinward/contracts/records/record-type';
import { fieldMessages } from '@twinward/domain/rules/rule';
import { schemaRules } from '@twinward/domain/rules/schema-rules';
import type { ReactNode } from 'react';
import { FormDialog } from '../../ui/dialogs/form-dialog.tsx';
import { Field } from '../../ui/form/field.tsx';
import { useDraft } from '../../ui/form/use-draft.ts';
import { toIdentifier } from './field-draft.ts';

const rules = schemaRules(recordState.shape, ['name', 'caption']);

/** Edits a state of a type. The identifier is fixed, since steps, fields and records refer to it. */
export function StateDialog({
  states,
  state,
  place,
  onApply,
  onClose,
}: {
  states: readonly RecordState[];
  state: RecordState;
  /** Index of the state; null for a new one. */
  place: number | null;
  onApply: (state: RecordState) => void;
  onClose: () => void;
}): ReactNode {
  const toState = ({ caption, typedName }: { caption: string; typedName: string | null }): RecordState => ({
    caption: caption.trim(),
    name: place === null ? (typedName ?? toIdentifier(caption)) : state.name,
  });
  const isTaken = ({ name }: RecordState): boolean =>
    states.some((one, index) => index !== place && one.name.toLowerCase() === name.toLowerCase());
  const form = useDraft({ caption: state.caption, typedName: null as string | null }, (draft) => ({
    ...(isTaken(toState(draft)) ? { name: 'Please enter a unique value.' } : {}),
    ...fieldMessages(toState(draft), rules),
  }));
  const entered = toState(form.draft);
  const apply = (): void => {
    onApply(entered);
    onClose();
  };
  return (
    <FormDialog
      title={place === null ? 'New state' : state.caption}
      action="OK"
      form={form}
      onSubmit={apply}
      onClose={onClose}
    >
      <Field label="Caption" required {...form.text('caption')} />
      <Field
        label="Identifier"
        required
        spellCheck={false}
        readOnly={place !== null}
        value={entered.name}
        error={form.problems.name}
        onChange={({ target }) => form.change({ typedName: target.value })}
      />
    </FormDialog>
  );
}
