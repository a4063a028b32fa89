import Checkbox from '@mui/material/Checkbox';
import FormControlLabel from '@mui/material/FormControlLabel';
import { type ReactNode, useState } from 'react';
import { ConfirmDialog } from './confirm-dialog.tsx';

/** Warns before an action, optionally with a checkbox to skip the warning in future. No and Escape cancel. */
export function WarningDialog({
  title,
  children,
  suppressible = false,
  onYes,
  onNo,
}: {
  title: string;
  children: ReactNode;
  /** Whether the warning can be skipped next time. */
  suppressible?: boolean;
  onYes(suppress: boolean): void;
  onNo(): void;
}): ReactNode {
  const [suppress, setSuppress] = useState(false);
  return (
    <ConfirmDialog title={title} yes="Yes" no="No" width={400} onYes={() => onYes(suppress)} onNo={onNo}>
      {children}
      {suppressible ? (
        <FormControlLabel
          sx={{ display: 'flex', mt: 2 }}
          control={
            <Checkbox
              size="small"
              checked={suppress}
              onChange={(event) => setSuppress(event.target.checked)}
            />
          }
          label="Suppress this warning?"
        />
      ) : null}
    </ConfirmDialog>
  );
}
