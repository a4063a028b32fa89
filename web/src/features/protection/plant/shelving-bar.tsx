import Button from '@mui/material/Button';
import type { ListedProtection } from '@twinward/contracts/protections/protection-list';
import { type ReactNode, useState } from 'react';
import { SelectedRecords } from '../../../shared/record/selected-records.tsx';
import { ErrorState } from '../../../ui/feedback/states.tsx';
import { useUnshelve } from '../api/shelve.ts';
import { ShelveDialog } from './shelve-dialog.tsx';

/** Maximum number of protections per call. */
const most = 1000;

/** Actions on the selected protections. */
export function ShelvingBar({
  chosen,
  listed,
  onChosen,
}: {
  chosen: readonly ListedProtection[];
  /** The rows of the current page. */
  listed: readonly ListedProtection[];
  onChosen(chosen: readonly ListedProtection[]): void;
}): ReactNode {
  const unshelving = useUnshelve();
  const [isShelving, setIsShelving] = useState(false);
  return (
    <SelectedRecords
      type="protection"
      label="Selected protections"
      chosen={chosen}
      listed={listed}
      most={most}
      onChosen={onChosen}
      actions={
        <>
          <Button onClick={() => setIsShelving(true)}>Shelve</Button>
          <Button
            loading={unshelving.isPending}
            onClick={() => unshelving.mutate(chosen, { onSuccess: () => onChosen([]) })}
          >
            Unshelve
          </Button>
        </>
      }
    >
      <ErrorState error={unshelving.error} fallback="The protections could not be unshelved." />
      {isShelving ? (
        <ShelveDialog
          protections={chosen}
          onClose={(isDone) => {
            setIsShelving(false);
            if (isDone) onChosen([]);
          }}
        />
      ) : null}
    </SelectedRecords>
  );
}
