import { type ReactNode, useState } from 'react';
import { Field } from '../form/field.tsx';
import { FormDialog } from './form-dialog.tsx';
import type { Saving } from './saving.ts';

/** Asks for the name of a new item, or of a copy. */
export function NameDialog({
  title,
  copied,
  maximumLength,
  hint,
  action,
  saving,
  fallback,
  onName,
  onClose,
}: {
  title: string;
  /** Name of the item to copy. */
  copied?: string | undefined;
  maximumLength: number;
  hint: string;
  /** Label of the button. */
  action: string;
  saving: Saving;
  /** Shown if the error has no message. */
  fallback: string;
  /** @param name trimmed, not empty */
  onName: (name: string) => void;
  onClose: () => void;
}): ReactNode {
  const [typed, setTyped] = useState(copied === undefined ? '' : `Copy of ${copied}`.slice(0, maximumLength));
  const [isChecked, setIsChecked] = useState(false);
  const name = typed.trim();
  const submit = (): void => {
    setIsChecked(true);
    if (name !== '') onName(name);
  };
  return (
    <FormDialog
      title={title}
      action={action}
      onSubmit={submit}
      submitOnEnter
      saving={saving}
      fallback={fallback}
      errorFirst
      spacing={0}
      py={0}
      onClose={onClose}
    >
      <Field
        label="Name"
        required
        autoFocus
        value={typed}
        hint={hint}
        error={isChecked && name === '' ? 'Required.' : undefined}
        onChange={({ target }) => setTyped(target.value)}
        inputProps={{ maxLength: maximumLength }}
      />
    </FormDialog>
  );
}
