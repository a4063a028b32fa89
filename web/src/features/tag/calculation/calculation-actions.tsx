import Button from '@mui/material/Button';
import type { Tag } from '@twinward/contracts/signals/tag';
import { type ReactNode, useState } from 'react';
import { DeleteTag } from '../../../shared/tag/delete-tag.tsx';

/** The buttons of a calculated tag. A new one can only be saved. */
export function CalculationActions({
  tag,
  isSaving,
  recalculation,
  onSave,
  onDeleted,
}: {
  /** Null while it is new. */
  tag: Tag | null;
  isSaving: boolean;
  recalculation: { start(): void; isRunning: boolean; isPending: boolean };
  onSave(): Promise<void>;
  onDeleted(): void;
}): ReactNode {
  const [isDeleting, setIsDeleting] = useState(false);
  return (
    <>
      {tag === null ? null : (
        <>
          <Button onClick={() => setIsDeleting(true)}>Delete</Button>
          <Button
            variant="outlined"
            disabled={recalculation.isRunning}
            loading={recalculation.isPending}
            onClick={() => recalculation.start()}
          >
            Recalculate
          </Button>
        </>
      )}
      <Button variant="contained" loading={isSaving} onClick={() => void onSave()}>
        Save
      </Button>
      {isDeleting && tag !== null ? (
        <DeleteTag id={tag.id} name={tag.name} onDeleted={onDeleted} onClose={() => setIsDeleting(false)} />
      ) : null}
    </>
  );
}
