import type { RiskAnalysis } from '@twinward/contracts/risk/risk-analysis';
import type { RiskAnalysisAsset } from '@twinward/contracts/risk/risk-analysis-asset';
import type { Edition } from '@twinward/contracts/system/edition';
import { type ReactNode, useMemo } from 'react';
import { RowImportDialog } from '../../../shared/import/row-import-dialog.tsx';
import { ConfirmDialog } from '../../../ui/dialogs/confirm-dialog.tsx';
import { failureMessage } from '../../../ui/feedback/failure.ts';
import { useRemoveAsset } from '../api/assets.ts';
import { riskImportInto } from '../api/imports.ts';
import { AddAssetsDialog } from './add-assets-dialog.tsx';
import { AssetDialog } from './asset-dialog.tsx';

export type ShownDialog = { kind: 'add' | 'import' } | { kind: 'asset' | 'delete'; asset: RiskAnalysisAsset };

/** The open dialog of the assets of an analysis. */
export function AssetDialogs({
  analysis,
  shown,
  edition,
  readOnly,
  warn,
  onClose,
}: {
  analysis: RiskAnalysis;
  /** Null if no dialog is open. */
  shown: ShownDialog | null;
  edition: Edition;
  readOnly: boolean;
  /** Runs a change, after a warning if it may invalidate scenarios. */
  warn(go: () => void): void;
  onClose(): void;
}): ReactNode {
  const removing = useRemoveAsset(analysis.id);
  const kind = useMemo(() => riskImportInto(analysis.id), [analysis.id]);
  return (
    <>
      {shown?.kind === 'add' ? <AddAssetsDialog analysis={analysis} onClose={onClose} /> : null}
      {shown?.kind === 'import' ? <RowImportDialog kind={kind} onClose={onClose} /> : null}
      {shown?.kind === 'asset' ? (
        <AssetDialog
          analysis={analysis}
          asset={shown.asset}
          edition={edition}
          readOnly={readOnly}
          warn={warn}
          onClose={onClose}
        />
      ) : null}
      {shown?.kind === 'delete' ? (
        <ConfirmDialog
          title={edition === 'apm' ? 'Remove asset' : 'Delete asset'}
          yes={edition === 'apm' ? 'Remove' : 'Delete'}
          busy={removing.isPending}
          onYes={() => removing.mutate(shown.asset.assetId, { onSuccess: onClose })}
          onNo={onClose}
        >
          {removing.error
            ? failureMessage(removing.error, 'The asset could not be removed.')
            : deleteText(edition)}
        </ConfirmDialog>
      ) : null}
    </>
  );
}

const deleteText = (edition: Edition): string =>
  edition === 'apm'
    ? 'Are you sure you want to remove this asset from this risk analysis?'
    : 'Are you sure you want to delete this asset?';
