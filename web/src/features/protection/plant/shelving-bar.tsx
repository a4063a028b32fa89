import Button from '@mui/material/Button';
import Stack from '@mui/material/Stack';
import Typography from '@mui/material/Typography';
import type { ListedProtection } from '@twinward/contracts/protections/protection-list';
import { type ReactNode, useState } from 'react';
import { useFurtherBulk } from '../../../shared/record/use-further-bulk.tsx';
import { ErrorState } from '../../../ui/feedback/states.tsx';
import { formatCount } from '../../../ui/format/format.ts';
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
  const ids = chosen.map(({ id }) => id);
  const further = useFurtherBulk('protection', ids, () => onChosen([]));
  const all = [...new Map([...chosen, ...listed].map((one) => [one.id, one])).values()];
  return (
    <Stack role="group" aria-label="Selected protections" spacing={2}>
      {chosen.length === 0 ? null : (
        <Stack direction="row" sx={{ alignItems: 'center', flexWrap: 'wrap', gap: 2 }}>
          <Typography role="status">{formatCount(chosen.length)} selected</Typography>
          <Button onClick={() => setIsShelving(true)}>Shelve</Button>
          <Button
            loading={unshelving.isPending}
            onClick={() => unshelving.mutate(ids, { onSuccess: () => onChosen([]) })}
          >
            Unshelve
          </Button>
          {further.button}
          {all.length > chosen.length && all.length <= most ? (
            <Button onClick={() => onChosen(all)}>Select all on this page</Button>
          ) : null}
          <Button onClick={() => onChosen([])}>Clear selection</Button>
        </Stack>
      )}
      {further.outcome}
      {unshelving.error ? (
        <ErrorState error={unshelving.error} fallback="They could not be taken back." />
      ) : null}
      {isShelving ? (
        <ShelveDialog
          protections={chosen}
          onClose={(isDone) => {
            setIsShelving(false);
            if (isDone) onChosen([]);
          }}
        />
      ) : null}
    </Stack>
  );
}
