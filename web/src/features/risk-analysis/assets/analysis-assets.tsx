import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import Stack from '@mui/material/Stack';
import { useMutation } from '@tanstack/react-query';
import type { RiskAnalysis } from '@twinward/contracts/risk/risk-analysis';
import type { RiskAnalysisAsset } from '@twinward/contracts/risk/risk-analysis-asset';
import { assetLimitReached } from '@twinward/contracts/system/edition';
import { type ReactNode, useMemo, useState } from 'react';
import { useListAddress } from '../../../shared/address/list-address.ts';
import { assetsAnchor } from '../../../shared/address/paths.ts';
import { useAnchor } from '../../../shared/address/use-anchor.ts';
import { useEdition } from '../../../shared/api/queries/use-edition.ts';
import { useAccess } from '../../../shared/session/session-context.tsx';
import { AlertBar } from '../../../ui/feedback/alert-bar.tsx';
import { EmptyState, ErrorState } from '../../../ui/feedback/states.tsx';
import { ListResults } from '../../../ui/list/list-results.tsx';
import { Section } from '../../../ui/page/section.tsx';
import { assetsFetched, assetsPerPage, useAnalysisAssets, useChangeAsset } from '../api/assets.ts';
import { downloadAnalysisAssets } from '../api/imports.ts';
import type { Invalidating } from '../what-if-warning.tsx';
import { AssetActions } from './asset-actions.tsx';
import { AssetChart } from './asset-chart.tsx';
import { assetColumns } from './asset-columns.tsx';
import { AssetDialogs, type ShownDialog } from './asset-dialogs.tsx';
import { AssetFilterBar } from './asset-filter-bar.tsx';
import { analysisListOptions, assetListBody } from './asset-filters.ts';
import { UpgradeLink, UpgradePrompt } from './upgrade.tsx';

type Shown = ShownDialog | { kind: 'message'; severity: 'info' | 'warning'; text: string; isFull?: boolean };

/** The assets of an analysis: chart, filters, table and dialogs. */
export function AnalysisAssets({
  analysis,
  blocked,
  warn,
}: {
  analysis: RiskAnalysis;
  /** Why assets can't be changed; null if they can. */
  blocked: string | null;
  /** Runs a change, after a warning if it may invalidate scenarios. */
  warn(kind: Invalidating, go: () => void): void;
}): ReactNode {
  const settings = useEdition().data;
  const edition = settings?.edition ?? 'apm';
  const upgradeAddress = settings?.upgradeAddress ?? '';
  const mayWrite = useAccess('write:risk-analysis');
  const list = useListAddress(analysisListOptions);
  const body = useMemo(() => assetListBody(list.filters, list.sort), [list.filters, list.sort]);
  const inChart = useMemo(() => assetListBody(list.filters, analysisListOptions.defaultSort), [list.filters]);
  const save = useMutation({ mutationFn: () => downloadAnalysisAssets(analysis.id, body) });
  const assets = useAnalysisAssets(analysis.id, body, list.page);
  const charted = useAnalysisAssets(analysis.id, inChart, 1, assetsFetched);
  const toggling = useChangeAsset(analysis.id);
  const anchor = useAnchor(assetsAnchor);
  const [shown, setShown] = useState<Shown | null>(null);
  const close = () => setShown(null);

  /** Runs a change of assets, or shows why changes are blocked. */
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
      const text = assetLimitReached(analysis.assetLimit);
      setShown({ kind: 'message', severity: 'warning', text, isFull: true });
    } else change(() => setShown({ kind: 'add' }));
  };
  const toggle = ({ assetId, improve, version }: RiskAnalysisAsset): void =>
    change(() => toggling.mutate({ assetId, improve: !improve, version }));
  const actions = {
    label: (asset: RiskAnalysisAsset) => `Actions for ${asset.assetName}`,
    of: (asset: RiskAnalysisAsset) =>
      mayWrite
        ? [
            { label: 'Edit', onChoose: () => open(asset) },
            {
              label: 'Delete',
              disabled: !analysis.canDeleteAsset,
              onChoose: () => change(() => setShown({ kind: 'delete', asset })),
            },
          ]
        : [{ label: 'View', onChoose: () => open(asset) }],
  };
  return (
    <Section
      title="Assets"
      aside={
        <AssetActions
          analysis={analysis}
          edition={edition}
          readOnly={!mayWrite}
          onAdd={add}
          onImport={() => change(() => setShown({ kind: 'import' }))}
          onExport={() => save.mutate()}
        />
      }
    >
      <Stack spacing={3}>
        {edition === 'ara' ? <UpgradePrompt analysis={analysis} address={upgradeAddress} /> : null}
        {shown?.kind === 'message' ? (
          <AlertBar
            severity={shown.severity}
            message={shown.text}
            action={
              <>
                {shown.isFull ? <UpgradeLink address={upgradeAddress} /> : null}
                <Button color="inherit" onClick={close}>
                  Close
                </Button>
              </>
            }
          />
        ) : null}
        <ErrorState error={save.error} fallback="The assets could not be exported." />
        <ErrorState error={toggling.error} fallback="The asset could not be changed." />
        <AssetChart
          assets={charted.data?.records ?? []}
          threshold={analysis.probabilityThreshold}
          maximumConsequence={analysis.maximumConsequence}
          onOpen={open}
        />
        <Box
          ref={anchor}
          tabIndex={-1}
          role="group"
          aria-label="Filtered assets"
          sx={{ outline: 0, scrollMarginTop: 64 }}
        >
          <AssetFilterBar list={list} />
          <ListResults
            label="Assets of the analysis"
            noun="assets"
            query={assets}
            list={list}
            pageSize={assetsPerPage}
            columns={assetColumns({
              edition,
              analysis,
              asOf: analysis.asOf,
              onToggle: mayWrite ? toggle : undefined,
            })}
            rowKey={(asset) => asset.assetId}
            onOpen={open}
            actions={actions}
            fallback="The assets could not be loaded."
            empty={
              <EmptyState
                title="No results found."
                hint="Add assets to see their probability, cost of failure and risk."
              />
            }
          />
        </Box>
      </Stack>
      <AssetDialogs
        analysis={analysis}
        shown={shown?.kind === 'message' ? null : shown}
        edition={edition}
        readOnly={!mayWrite}
        warn={(go) => warn('assets', go)}
        onClose={close}
      />
    </Section>
  );
}
