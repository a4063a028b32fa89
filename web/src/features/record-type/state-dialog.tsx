import { type RecordState, recordState } from '@twinward/contracts/records/record-type';
import { fieldMessages } from '@twinward/domain/rules/rule';
import { schemaRules } from '@twinward/domain/rules/schema-rules';
import { type ReactNode, useState } from 'react';
import { FormDialog } from '../../ui/dialogs/form-dialog.tsx';
import { Field } from '../../ui/form/field.tsx';
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
  const [caption, setCaption] = useState(state.caption);
  const [typedName, setTypedName] = useState<string | null>(null);
  const [isTried, setIsTried] = useState(false);
  const draft = {
    caption: caption.trim(),
    name: place === null ? (typedName ?? toIdentifier(caption)) : state.name,
  };
  const isTaken = states.some(
    ({ name }, index) => index !== place && name.toLowerCase() === draft.name.toLowerCase(),
  );
  const problems = {
    ...(isTaken ? { name: 'Please enter a unique value.' } : {}),
    ...fieldMessages(draft, rules),
  };
  const shown = isTried ? problems : {};
  const apply = (): void => {
    setIsTried(true);
    if (Object.keys(problems).length > 0) return;
    onApply(draft);
    onClose();
  };
  return (
    <FormDialog
      title={place === null ? 'New state' : state.caption}
      action="OK"
      onSubmit={apply}
      dirty={caption !== state.caption || typedName !== null}
      onClose={onClose}
    >
      <Field
        label="Caption"
        required
        value={caption}
        error={shown.caption}
        onChange={({ target }) => setCaption(target.value)}
      />
      <Field
        label="Identifier"
        required
        spellCheck={false}
        readOnly={place !== null}
        value={draft.name}
        error={shown.name}
        onChange={({ target }) => setTypedName(target.value)}
      />
    </FormDialog>
  );
}
