import Button from '@mui/material/Button';
import Stack from '@mui/material/Stack';
import Typography from '@mui/material/Typography';
import type { TwinSummary } from '@twinward/contracts/twins/twin';
import { type ReactNode, useState } from 'react';
import { Link } from 'react-router';
import { bulkMappingPath } from '../../shared/address/paths.ts';
import { useFurtherBulk } from '../../shared/record/use-further-bulk.tsx';
import { ErrorState } from '../../ui/feedback/states.tsx';
import { formatCount } from '../../ui/format/format.ts';
import { useSetTwinsActive } from './api/write-twin.ts';
import { CopyTwinDialog } from './copy/copy-twin-dialog.tsx';

/** Actions on the selected twins. */
export function BulkBar({
  chosen,
  listed,
  onChosen,
}: {
  chosen: readonly TwinSummary[];
  /** The rows of the current page. */
  listed: readonly TwinSummary[];
  onChosen(chosen: readonly TwinSummary[]): void;
}): ReactNode {
  const switching = useSetTwinsActive();
  const [isCopying, setIsCopying] = useState(false);
  const ids = chosen.map(({ id }) => id);
  const set = (active: boolean): void =>
    switching.mutate({ twinIds: ids, active }, { onSuccess: () => onChosen([]) });
  const further = useFurtherBulk('twin', ids, () => onChosen([]));
  const all = [...new Map([...chosen, ...listed].map((twin) => [twin.id, twin])).values()];
  return (
    <Stack role="group" aria-label="Selected twins" spacing={2} sx={{ pb: chosen.length === 0 ? 0 : 3 }}>
      {chosen.length === 0 ? null : (
        <Stack direction="row" sx={{ alignItems: 'center', flexWrap: 'wrap', gap: 2 }}>
          <Typography role="status">{formatCount(chosen.length)} selected</Typography>
          <Button loading={switching.isPending} onClick={() => set(true)}>
            Activate
          </Button>
          <Button loading={switching.isPending} onClick={() => set(false)}>
            Deactivate
          </Button>
          <Button component={Link} to={bulkMappingPath} state={{ twinIds: ids }}>
            Map inputs
          </Button>
          {chosen.length === 1 ? <Button onClick={() => setIsCopying(true)}>Copy to assets</Button> : null}
          {further.button}
          {all.length > chosen.length && all.length <= 1000 ? (
            <Button onClick={() => onChosen(all)}>Select all on this page</Button>
          ) : null}
          <Button onClick={() => onChosen([])}>Clear selection</Button>
        </Stack>
      )}
      {further.outcome}
      {switching.error ? (
        <ErrorState error={switching.error} fallback="The twins could not be changed." />
      ) : null}
      {isCopying ? <CopyTwinDialog twin={chosen[0]!} onClose={() => setIsCopying(false)} /> : null}
    </Stack>
  );
}
