import Button from '@mui/material/Button';
import { type FormEvent, type ReactNode, useId, useState } from 'react';
import { ErrorState } from '../feedback/states.tsx';
import { Field } from '../form/field.tsx';
import { AppDialog } from './app-dialog.tsx';

/** Asks for the name of a new item, or of a copy. */
export function NameDialog({
  title,
  copied,
  maximumLength,
  hint,
  action,
  saving: { isPending, error },
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
  saving: { isPending: boolean; error: Error | null };
  /** Shown if the error has no message. */
  fallback: string;
  /** @param name trimmed, not empty */
  onName: (name: string) => void;
  onClose: () => void;
}): ReactNode {
  const form = useId();
  const [typed, setTyped] = useState(copied === undefined ? '' : `Copy of ${copied}`.slice(0, maximumLength));
  const [isChecked, setIsChecked] = useState(false);
  const name = typed.trim();
  const submit = (event: FormEvent): void => {
    event.preventDefault();
    setIsChecked(true);
    if (name !== '') onName(name);
  };
  return (
    <AppDialog
      title={title}
      busy={isPending}
      onClose={onClose}
      actions={
        <>
          <Button onClick={onClose}>Cancel</Button>
          <Button type="submit" form={form} variant="contained">
            {action}
          </Button>
        </>
      }
    >
      <form id={form} noValidate onSubmit={submit}>
        <ErrorState error={error} fallback={fallback} />
        <Field
          label="Name"
          required
          autoFocus
          value={typed}
          hint={hint}
          onChange={({ target }) => setTyped(target.value)}
          inputProps={{ maxLength: maximumLength }}
          {...(isChecked && name === '' ? { error: 'Required.' } : {})}
        />
      </form>
    </AppDialog>
  );
}
