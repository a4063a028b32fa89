import Button from '@mui/material/Button';
import type { DialogProps } from '@mui/material/Dialog';
import Stack from '@mui/material/Stack';
import { type ReactNode, type SyntheticEvent, useId } from 'react';
import { ErrorState } from '../feedback/states.tsx';
import type { DraftForm } from '../form/use-draft.ts';
import { AppDialog } from './app-dialog.tsx';
import type { Saving } from './saving.ts';

/** A dialog with fields, the error of their save, and the buttons 'Cancel' and submit. */
export function FormDialog({
  title,
  children,
  action,
  form,
  onSubmit,
  submitOnEnter = false,
  disabled = false,
  saving = notSaving,
  fallback,
  errorFirst = false,
  dirty = form?.isDirty ?? false,
  readOnly = false,
  cancel = 'Cancel',
  extra,
  spacing = 3,
  py = 3,
  maxWidth,
  onClose,
}: {
  title: string;
  children: ReactNode;
  /** Label of the submit button: a verb. */
  action: string;
  /** The values of the fields. Only a draft without problems is submitted. */
  form?: Pick<DraftForm<object>, 'isDirty' | 'check'>;
  onSubmit(): void;
  /** Makes the content a form, which is also submitted by Enter in a field. */
  submitOnEnter?: boolean;
  /** Disables the submit button. */
  disabled?: boolean;
  saving?: Saving;
  /** Shown if the error has no message. */
  fallback?: string;
  /** Shows the error above the fields instead of below. */
  errorFirst?: boolean;
  /** Whether closing would discard changes. */
  dirty?: boolean;
  /** Offers only 'Close'. */
  readOnly?: boolean;
  /** Label of the button that closes without saving; null for no button. */
  cancel?: string | null;
  /** Buttons before the others. */
  extra?: ReactNode;
  spacing?: number;
  /** Space above and below the content. */
  py?: number;
  maxWidth?: DialogProps['maxWidth'] | undefined;
  onClose(): void;
}): ReactNode {
  const id = useId();
  const submit = (event: SyntheticEvent): void => {
    event.preventDefault();
    if (form === undefined || form.check()) onSubmit();
  };
  const failure = <ErrorState error={saving.error} fallback={fallback} />;
  return (
    <AppDialog
      title={title}
      busy={saving.isPending}
      dirty={dirty}
      maxWidth={maxWidth}
      onClose={onClose}
      actions={
        readOnly ? (
          <Button onClick={onClose}>Close</Button>
        ) : (
          <>
            {extra}
            {cancel === null ? null : <Button onClick={onClose}>{cancel}</Button>}
            <Button
              variant="contained"
              disabled={disabled}
              {...(submitOnEnter ? { type: 'submit', form: id } : { onClick: submit })}
            >
              {action}
            </Button>
          </>
        )
      }
    >
      <Stack
        spacing={spacing}
        sx={{ py }}
        {...(submitOnEnter ? { component: 'form', id, noValidate: true, onSubmit: submit } : {})}
      >
        {errorFirst ? failure : null}
        {children}
        {errorFirst ? null : failure}
      </Stack>
    </AppDialog>
  );
}

const notSaving: Saving = { isPending: false, error: null };
