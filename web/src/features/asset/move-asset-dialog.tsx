import Button from '@mui/material/Button';
import Stack from '@mui/material/Stack';
import Typography from '@mui/material/Typography';
import type { AssetDetail } from '@twinward/contracts/assets/asset';
import { type ReactNode, useState } from 'react';
import { AppDialog } from '../../ui/dialogs/app-dialog.tsx';
import { Loaded } from '../../ui/feedback/loaded.tsx';
import { ErrorState } from '../../ui/feedback/states.tsx';
import { useAsset, useMoveAsset } from './api/assets.ts';
import { ParentField, type Place } from './parent-field.tsx';

interface MoveProps {
  assetId: number;
  /** The drop target; without one, the current parent. Null is the top level. */
  to?: Place | null;
  onClose: () => void;
}

/** Moves an asset and its descendants below another asset or to the top level. */
export function MoveAssetDialog({ assetId, to, onClose }: MoveProps): ReactNode {
  const asset = useAsset(assetId);
  if (asset.data) return <Move asset={asset.data} to={to} onClose={onClose} />;
  return (
    <AppDialog title="Move" onClose={onClose}>
      <Loaded query={asset} fallback="The asset could not be loaded.">
        {() => null}
      </Loaded>
    </AppDialog>
  );
}

function Move({
  asset,
  to,
  onClose,
}: {
  asset: AssetDetail;
  to: Place | null | undefined;
  onClose: () => void;
}): ReactNode {
  const now = asset.ancestors.at(-1) ?? null;
  const [place, setPlace] = useState<Place | null>(to === undefined ? now : to);
  const move = useMoveAsset();
  const parentId = place?.id ?? null;
  return (
    <AppDialog
      title={`Move ${asset.assetName}`}
      busy={move.isPending}
      dirty={to === undefined && parentId !== asset.parentId}
      onClose={onClose}
      actions={
        <>
          <Button onClick={onClose}>Cancel</Button>
          <Button
            variant="contained"
            disabled={parentId === asset.parentId}
            onClick={() => move.mutate({ asset, parentId }, { onSuccess: onClose })}
          >
            Move
          </Button>
        </>
      }
    >
      <Stack spacing={4}>
        <ErrorState error={move.error} fallback="The asset could not be moved." />
        <Typography>
          {now === null ? 'Currently at the top level.' : `Currently in ${now.assetName}.`}
          {asset.childCount > 0 ? ' Its contents move too.' : ''}
        </Typography>
        <ParentField value={place} self={asset.id} onChange={setPlace} />
      </Stack>
    </AppDialog>
  );
}
