import { mdiPlus } from '@mdi/js';
import Button from '@mui/material/Button';
import Link from '@mui/material/Link';
import Stack from '@mui/material/Stack';
import type { RiskAnalysis } from '@twinward/contracts/risk/risk-analysis';
import type { RiskAnalysisAsset } from '@twinward/contracts/risk/risk-analysis-asset';
import { assetLimitReached, type Edition } from '@twinward/contracts/system/edition';
import { type ReactNode, useMemo, useState } from 'react';
import { lifeDataPath } from '../../../shared/address/life-data-path.ts';
import { useListAddress } from '../../../shared/address/list-address.ts';
import { RowImportDialog } from '../../../shared/import/row-import-dialog.tsx';
import { useAccess } from '../../../shared/session/session-context.tsx';
import { ConfirmDialog } from '../../../ui/dialogs/confirm-dialog.tsx';
import { AlertBar } from '../../../ui/feedback/alert-bar.tsx';
import { failureMessage } from '../../../ui/feedback/failure.ts';
import { EmptyState, ErrorState } from '../../../ui/feedback/states.tsx';
import { ListResults } from '../../../ui/list/list-results.tsx';
import { ActionsMenu } from '../../../ui/page/actions-menu.tsx';
import { Icon } from '../../../ui/page/icon.tsx';
import { Section } from '../../../ui/page/section.tsx';
import { TextLink } from '../../../ui/page/text-link.tsx';
import {
  assetsFetched,
  assetsPerPage,
  useAnalysisAssets,
  useChangeAsset,
  useRemoveAsset,
} from '../api/assets.ts';
import { riskImportInto } from '../api/imports.ts';
import { useEdition } from '../api/use-edition.ts';
import type { Invalidating } from '../what-if-warning.tsx';
import { AddAssetsDialog } from './add-assets-dialog.tsx';
import { AssetChart } from './asset-chart.tsx';
import { assetColumns } from './asset-columns.tsx';
import { AssetDialog } from './asset-dialog.tsx';
import { AssetFilterBar } from './asset-filter-bar.tsx';
import { assetListBody, assetListOptions } from './asset-filters.ts';

type Shown =
  | { kind: 'add' | 'import' }
  | { kind: 'asset' | 'delete'; asset: RiskAnalysisAsset }
  | { kind: 'message'; severity: 'info' | 'warning'; text: string };

/** The assets of an analysis: chart, filters and table; what is done with them, and what stands in its way. */
export function AnalysisAssets({
  analysis,
  blocked,
  warn,
}: {
  analysis: RiskAnalysis;
  /** Why assets can't be changed for now; null while they can. */
  blocked: string | null;
  /** Makes a change, after a warning where scenarios may be left invalid by it. */
  warn(kind: Invalidating, go: () => void): void;
}): ReactNode {
  const edition = useEdition().data?.edition ?? 'apm';
  const mayWrite = useAccess('write:risk-analysis');
  const list = useListAddress(assetListOptions);
  const body = useMemo(() => assetListBody(list.filters, list.sort), [list.filters, list.sort]);
  const inChart = useMemo(() => assetListBody(list.filters, assetListOptions.defaultSort), [list.filters]);
  const assets = useAnalysisAssets(analysis.id, body, list.page);
  const charted = useAnalysisAssets(analysis.id, inChart, 1, assetsFetched);
  const toggling = useChangeAsset(analysis.id);
  const removing = useRemoveAsset(analysis.id);
  const [shown, setShown] = useState<Shown | null>(null);
  const close = () => setShown(null);

  /** Does what changes assets, unless something stands in its way. */
  const change = (go: () => void): void => {
    if (blocked !== null) setShown({ kind: 'message', severity: 'info', text: blocked });
    else warn('assets', go);
  };
  const open = (asset: RiskAnalysisAsset): void => {
    if (blocked !== null && mayWrite) setShown({ kind: 'message', severity: 'info', text: blocked });
    else setShown({ kind: 'asset', asset });
  };
  const isFull = analysis.assetCount >= analysis.assetLimit;
  const add = (): void => {
    if (isFull) {
      setShown({ kind: 'message', severity: 'warning', text: assetLimitReached(analysis.assetLimit) });
    } else change(() => setShown({ kind: 'add' }));
  };
  const toggle = ({ assetId, improve, version }: RiskAnalysisAsset): void =>
    change(() => toggling.mutate({ assetId, improve: !improve, version }));
  const kind = useMemo(() => riskImportInto(analysis.id), [analysis.id]);
  const actions = {
    label: (asset: RiskAnalysisAsset) => `Actions for ${asset.assetName}`,
    of: (asset: RiskAnalysisAsset) =>
      mayWrite
        ? [
            { label: 'Edit', onChoose: () => open(asset) },
            { label: 'Delete', onChoose: () => change(() => setShown({ kind: 'delete', asset })) },
          ]
        : [{ label: 'View', onChoose: () => open(asset) }],
  };
  return (
    <Section
      title="Assets"
      aside={
        <Stack direction="row" spacing={2} sx={{ alignItems: 'center' }}>
          {analysis.assetCount === 0 ? null : (
            <TextLink to={lifeDataPath({ riskAnalysisId: analysis.id })} sx={{ whiteSpace: 'nowrap' }}>
              Life data
            </TextLink>
          )}
          {mayWrite ? (
            <Button startIcon={<Icon path={mdiPlus} />} onClick={add}>
              Add assets
            </Button>
          ) : null}
          {mayWrite && edition === 'ara' ? (
            <ActionsMenu
              label="More actions for assets"
              actions={[
                { label: 'Import', onChoose: () => change(() => setShown({ kind: 'import' })) },
                { label: 'Download template', onChoose: () => void kind.downloadTemplate() },
              ]}
            />
          ) : null}
        </Stack>
      }
    >
      <Stack spacing={3}>
        <Upgrade edition={edition} analysis={analysis} />
        {shown?.kind === 'message' ? (
          <AlertBar
            severity={shown.severity}
            message={shown.text}
            action={
              <Button color="inherit" onClick={close}>
                Close
              </Button>
            }
          />
        ) : null}
        {toggling.error ? (
          <ErrorState error={toggling.error} fallback="The asset could not be changed." />
        ) : null}
        <AssetChart
          assets={charted.data?.records ?? []}
          threshold={analysis.probabilityThreshold}
          maximumConsequence={analysis.maximumConsequence}
          onOpen={open}
        />
        <div>
          <AssetFilterBar list={list} />
          <ListResults
            label="Assets of the analysis"
            noun="assets"
            query={assets}
            list={list}
            pageSize={assetsPerPage}
            columns={assetColumns({
              edition,
              analysisEnd: analysis.endDate,
              onToggle: mayWrite ? toggle : undefined,
            })}
            rowKey={(asset) => asset.assetId}
            onOpen={open}
            actions={actions}
            fallback="The assets could not be loaded."
            empty={
              <EmptyState
                title="No results found."
                hint="Add assets to see what is at risk: each with its probability and cost of failure."
              />
            }
          />
        </div>
      </Stack>
      {shown?.kind === 'add' ? <AddAssetsDialog analysis={analysis} onClose={close} /> : null}
      {shown?.kind === 'import' ? <RowImportDialog kind={kind} onClose={close} /> : null}
      {shown?.kind === 'asset' ? (
        <AssetDialog
          analysis={analysis}
          asset={shown.asset}
          edition={edition}
          readOnly={!mayWrite}
          warn={(go) => warn('assets', go)}
          onClose={close}
        />
      ) : null}
      {shown?.kind === 'delete' ? (
        <ConfirmDialog
          title={edition === 'apm' ? 'Remove asset' : 'Delete asset'}
          yes={edition === 'apm' ? 'Remove' : 'Delete'}
          busy={removing.isPending}
          onYes={() => removing.mutate(shown.asset.assetId, { onSuccess: close })}
          onNo={close}
        >
          {removing.error
            ? failureMessage(removing.error, 'The asset could not be removed.')
            : deleteText(edition)}
        </ConfirmDialog>
      ) : null}
    </Section>
  );
}

const deleteText = (edition: Edition): string =>
  edition === 'apm'
    ? 'Are you sure you want to remove this asset from this risk analysis?'
    : 'Are you sure you want to delete this asset?';

/** In ara: how many assets there may be, and what the full product has besides. */
function Upgrade({ edition, analysis }: { edition: Edition; analysis: RiskAnalysis }): ReactNode {
  if (edition !== 'ara') return null;
  const { assetCount, assetLimit } = analysis;
  return (
    <AlertBar
      severity="info"
      message={`${assetCount} of ${assetLimit} assets at this tier. Upgrade for more, and for twins that watch over each of them.`}
      action={
        <Link href="mailto:?subject=Upgrade" color="inherit">
          Upgrade
        </Link>
      }
    />
  );
}
