import Button from '@mui/material/Button';
import Stack from '@mui/material/Stack';
import type { Asset } from '@twinward/contracts/assets/asset';
import type { RiskAnalysis } from '@twinward/contracts/risk/risk-analysis';
import { type ReactNode, useState } from 'react';
import { EquipmentPicker } from '../../../shared/pickers/equipment-picker.tsx';
import { AppDialog } from '../../../ui/dialogs/app-dialog.tsx';
import { ErrorState } from '../../../ui/feedback/states.tsx';
import { formatCount } from '../../../ui/format/format.ts';
import { useAddAssets } from '../api/assets.ts';

/** Chooses equipment to add to an analysis. */
export function AddAssetsDialog({
  analysis,
  onClose,
}: {
  analysis: RiskAnalysis;
  onClose(): void;
}): ReactNode {
  const [chosen, setChosen] = useState<Asset[]>([]);
  const adding = useAddAssets(analysis.id);
  return (
    <AppDialog
      title="Add assets"
      dirty={chosen.length > 0 && !adding.isSuccess}
      busy={adding.isPending}
      onClose={onClose}
      actions={
        <>
          <Button onClick={onClose}>Cancel</Button>
          <Button
            variant="contained"
            disabled={chosen.length === 0}
            onClick={() =>
              adding.mutate(
                chosen.map((asset) => asset.id),
                { onSuccess: onClose },
              )
            }
          >
            {chosen.length < 2 ? 'Add asset' : `Add ${formatCount(chosen.length)} assets`}
          </Button>
        </>
      }
    >
      <Stack spacing={3} sx={{ py: 3 }}>
        <EquipmentPicker value={chosen} onChange={setChosen} />
        <ErrorState error={adding.error} fallback="The assets could not be added." />
      </Stack>
    </AppDialog>
  );
}
