import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import Stack from '@mui/material/Stack';
import type { AssetDetail } from '@twinward/contracts/assets/asset';
import type { TwinModelSummary } from '@twinward/contracts/library/twin-model';
import type { ReactNode } from 'react';
import { useNavigate } from 'react-router';
import { modelPath, placementPath } from '../../shared/address/library-paths.ts';
import { usePreviewPlacement } from '../../shared/api/queries/use-preview-placement.ts';
import { versionText } from '../../shared/library/version-text.ts';
import { useAccess } from '../../shared/session/session-context.tsx';
import { ErrorState } from '../../ui/feedback/states.tsx';
import { formatCount } from '../../ui/format/format.ts';
import { Muted } from '../../ui/page/muted.tsx';
import { Section } from '../../ui/page/section.tsx';
import { TextLink } from '../../ui/page/text-link.tsx';
import { useModelsForAsset } from './api/assets.ts';

/** Proposes library models for equipment without a twin. */
export function AssetModels({ asset }: { asset: AssetDetail }): ReactNode {
  const mayPlace = useAccess('write:twin');
  return mayPlace && asset.isEquipment && asset.twinId === null ? <Proposed assetId={asset.id} /> : null;
}

function Proposed({ assetId }: { assetId: number }): ReactNode {
  const models = useModelsForAsset(assetId).data ?? [];
  if (models.length === 0) return null;
  return (
    <Section title="Models for this class">
      <Stack spacing={2}>
        {models.map((model) => (
          <ProposedModel key={model.id} assetId={assetId} model={model} />
        ))}
      </Stack>
    </Section>
  );
}

function ProposedModel({ assetId, model }: { assetId: number; model: TwinModelSummary }): ReactNode {
  const navigate = useNavigate();
  const start = usePreviewPlacement(model.id);
  const { twinCount } = model;
  return (
    <Box>
      <Box sx={{ display: 'flex', flexWrap: 'wrap', gap: 2, alignItems: 'center' }}>
        <Box sx={{ flex: '1 1 200px', minWidth: 0 }}>
          <TextLink to={modelPath(model.id)}>{model.name}</TextLink> {versionText(model)}
          <Muted>{twinCount === 1 ? '1 twin' : `${formatCount(twinCount)} twins`}</Muted>
        </Box>
        <Button
          variant="outlined"
          aria-label={`Preview a twin by ${model.name}`}
          loading={start.isPending}
          onClick={() =>
            start.mutate(
              { assets: { kind: 'ids', assetIds: [assetId] } },
              { onSuccess: ({ commandId }) => void navigate(placementPath(model.id, commandId)) },
            )
          }
        >
          Preview twin
        </Button>
      </Box>
      <ErrorState error={start.error} fallback="The preview could not be started." />
    </Box>
  );
}
