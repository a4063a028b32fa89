import Button from '@mui/material/Button';
import type { TwinSummary } from '@twinward/contracts/twins/twin';
import { type ReactNode, useState } from 'react';
import { Link } from 'react-router';
import { bulkMappingPath } from '../../shared/address/paths.ts';
import { SelectedRecords } from '../../shared/record/selected-records.tsx';
import { ErrorState } from '../../ui/feedback/states.tsx';
import { useSetTwinsActive } from './api/write-twin.ts';
import { CopyTwinDialog } from './copy/copy-twin-dialog.tsx';

/** Maximum number of twins per call. */
const most = 1000;

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
  return (
    <SelectedRecords
      type="twin"
      label="Selected twins"
      chosen={chosen}
      listed={listed}
      most={most}
      onChosen={onChosen}
      actions={
        <>
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
        </>
      }
    >
      <ErrorState error={switching.error} fallback="The twins could not be changed." />
      {isCopying ? <CopyTwinDialog twin={chosen[0]!} onClose={() => setIsCopying(false)} /> : null}
    </SelectedRecords>
  );
}
