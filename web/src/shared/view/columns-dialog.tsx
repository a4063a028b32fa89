import Button from '@mui/material/Button';
import { type ReactNode, useState } from 'react';
import { AppDialog } from '../../ui/dialogs/app-dialog.tsx';
import { CheckList } from '../../ui/form/check-list.tsx';

/** Chooses the columns of a list, shown in the order of selection. */
export function ColumnsDialog({
  choices,
  chosen,
  label = 'Columns after the title',
  mayBeEmpty = false,
  onApply,
  onReset,
  onClose,
}: {
  choices: readonly { value: string; label: string }[];
  chosen: readonly string[];
  label?: string;
  /** Whether the selection may be empty. */
  mayBeEmpty?: boolean;
  onApply: (chosen: string[]) => void;
  /** Restores the standard columns. */
  onReset: () => void;
  onClose: () => void;
}): ReactNode {
  const [draft, setDraft] = useState<readonly string[]>(chosen);
  const close = (action: () => void) => () => {
    action();
    onClose();
  };
  return (
    <AppDialog
      title="Columns"
      onClose={onClose}
      actions={
        <>
          <Button onClick={close(onReset)}>Standard</Button>
          <Button onClick={onClose}>Cancel</Button>
          <Button
            variant="contained"
            disabled={draft.length === 0 && !mayBeEmpty}
            onClick={close(() => onApply([...draft]))}
          >
            Show
          </Button>
        </>
      }
    >
      <CheckList
        label={label}
        hint="Columns are shown in the order in which you select them."
        choices={choices.map((choice) => {
          const place = draft.indexOf(choice.value);
          return place < 0 ? choice : { ...choice, note: String(place + 1) };
        })}
        value={draft}
        onChange={setDraft}
      />
    </AppDialog>
  );
}
