import Typography from '@mui/material/Typography';
import type { AssetDetail } from '@twinward/contracts/assets/asset';
import { type ReactNode, useState } from 'react';
import { AppDialog } from '../../ui/dialogs/app-dialog.tsx';
import { FormDialog } from '../../ui/dialogs/form-dialog.tsx';
import { Loaded } from '../../ui/feedback/loaded.tsx';
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
    <FormDialog
      title={`Move ${asset.assetName}`}
      action="Move"
      onSubmit={() => move.mutate({ asset, parentId }, { onSuccess: onClose })}
      disabled={parentId === asset.parentId}
      saving={move}
      fallback="The asset could not be moved."
      errorFirst
      dirty={to === undefined && parentId !== asset.parentId}
      spacing={4}
      py={0}
      onClose={onClose}
    >
      <Typography>
        {now === null ? 'Currently at the top level.' : `Currently in ${now.assetName}.`}
        {asset.childCount > 0 ? ' Its contents move too.' : ''}
      </Typography>
      <ParentField value={place} self={asset.id} onChange={setPlace} />
    </FormDialog>
  );
}
