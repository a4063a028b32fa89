import type { Asset } from '@twinward/contracts/assets/asset';
import type { RiskAnalysis } from '@twinward/contracts/risk/risk-analysis';
import { type ReactNode, useState } from 'react';
import { EquipmentPicker } from '../../../shared/pickers/equipment-picker.tsx';
import { FormDialog } from '../../../ui/dialogs/form-dialog.tsx';
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
    <FormDialog
      title="Add assets"
      action={chosen.length < 2 ? 'Add asset' : `Add ${formatCount(chosen.length)} assets`}
      onSubmit={() =>
        adding.mutate(
          chosen.map((asset) => asset.id),
          { onSuccess: onClose },
        )
      }
      disabled={chosen.length === 0}
      saving={adding}
      fallback="The assets could not be added."
      dirty={chosen.length > 0 && !adding.isSuccess}
      onClose={onClose}
    >
      <EquipmentPicker value={chosen} onChange={setChosen} />
    </FormDialog>
  );
}
