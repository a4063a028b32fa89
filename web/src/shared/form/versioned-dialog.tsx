import type { DialogProps } from '@mui/material/Dialog';
import type { ReactNode } from 'react';
import { FormDialog } from '../../ui/dialogs/form-dialog.tsx';
import { type FurtherForm, isOfFields } from '../record/use-further-form.ts';
import type { VersionedEdit } from './use-versioned.tsx';

/** A dialog that edits a record with `useVersioned`. It closes after a save. */
export function VersionedDialog<R, D extends object>({
  title,
  edit,
  children,
  fallback,
  further,
  disabled = false,
  readOnly = false,
  maxWidth,
  onSaved,
  onClose,
}: {
  title: string;
  edit: Pick<VersionedEdit<R, D>, 'isDirty' | 'saving' | 'save' | 'dialog'>;
  children: ReactNode;
  /** Shown if an error has no message. */
  fallback: string;
  /** The further fields of the record, which show their own errors. */
  further?: FurtherForm;
  /** Disables the button. */
  disabled?: boolean;
  readOnly?: boolean;
  maxWidth?: DialogProps['maxWidth'] | undefined;
  /** Closes the dialog by default. */
  onSaved?: (saved: R) => void;
  onClose(): void;
}): ReactNode {
  const { isPending, error } = edit.saving;
  const save = async (): Promise<void> => {
    const saved = await edit.save();
    if (saved === null) return;
    if (onSaved === undefined) onClose();
    else onSaved(saved);
  };
  return (
    <FormDialog
      title={title}
      action="Save"
      onSubmit={() => void save()}
      disabled={disabled || !edit.isDirty}
      saving={{ isPending, error: further !== undefined && isOfFields(error, further) ? null : error }}
      fallback={fallback}
      dirty={edit.isDirty}
      readOnly={readOnly}
      maxWidth={maxWidth}
      onClose={onClose}
    >
      {children}
      {edit.dialog}
    </FormDialog>
  );
}
