import Stack from '@mui/material/Stack';
import type { RiskAnalysis } from '@twinward/contracts/risk/risk-analysis';
import type { Edition } from '@twinward/contracts/system/edition';
import type { ReactNode } from 'react';
import { lifeDataPath } from '../../../shared/address/life-data-path.ts';
import { ActionsMenu } from '../../../ui/page/actions-menu.tsx';
import { AddButton } from '../../../ui/page/add-button.tsx';
import { TextLink } from '../../../ui/page/text-link.tsx';
import { riskImportInto } from '../api/imports.ts';

/** The link and buttons beside the title of the assets. */
export function AssetActions({
  analysis,
  edition,
  readOnly,
  onAdd,
  onImport,
  onExport,
}: {
  analysis: RiskAnalysis;
  edition: Edition;
  readOnly: boolean;
  onAdd(): void;
  onImport(): void;
  onExport(): void;
}): ReactNode {
  return (
    <Stack direction="row" spacing={2} sx={{ alignItems: 'center' }}>
      {analysis.assetCount === 0 ? null : (
        <TextLink to={lifeDataPath({ riskAnalysisId: analysis.id })} sx={{ whiteSpace: 'nowrap' }}>
          Life data
        </TextLink>
      )}
      {readOnly ? null : (
        <AddButton disabled={!analysis.canAddAsset} onClick={onAdd}>
          Add assets
        </AddButton>
      )}
      <ActionsMenu
        label="More actions for assets"
        actions={[
          { label: 'Export to Excel', onChoose: onExport },
          ...(!readOnly && edition === 'ara'
            ? [
                { label: 'Import', disabled: !analysis.canAddAsset, onChoose: onImport },
                {
                  label: 'Download template',
                  onChoose: () => void riskImportInto(analysis.id).downloadTemplate(),
                },
              ]
            : []),
        ]}
      />
    </Stack>
  );
}
