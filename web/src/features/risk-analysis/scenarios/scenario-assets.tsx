import Stack from '@mui/material/Stack';
import type { ListBody } from '@twinward/contracts/list';
import type { Scenario, ScenarioAsset } from '@twinward/contracts/scenario';
import { type ReactNode, useMemo, useState } from 'react';
import { Figure } from '../../../ui/chart/figure.tsx';
import type { FigureOption } from '../../../ui/chart/figure-canvas.tsx';
import { useChartInk } from '../../../ui/chart/use-chart-ink.ts';
import { type Column, DataTable, type SortState } from '../../../ui/data-table.tsx';
import { formatCount, formatMoney } from '../../../ui/format.ts';
import { Loaded } from '../../../ui/loaded.tsx';
import { PageLinks } from '../../../ui/page-links.tsx';
import { Section } from '../../../ui/section.tsx';
import { scenarioAssetsPerPage, useScenarioAssets } from '../api/scenarios.ts';
import { ScenarioAssetDialog } from './scenario-asset-dialog.tsx';

const money = (value: number | null): string => (value === null ? '–' : formatMoney(value));
const percent = (value: number | null): string => (value === null ? '–' : `${value} %`);
const days = (value: number | null): string => (value === null ? '–' : formatCount(value));

const columns: readonly Column<ScenarioAsset>[] = [
  {
    id: 'name',
    header: 'Asset',
    width: '20%',
    sort: { field: 'AssetName' },
    cell: (asset) => asset.assetName,
  },
  {
    id: 'life',
    header: 'Life, days',
    numeric: true,
    wide: true,
    cell: (asset) =>
      asset.characteristicLife === asset.improvedCharacteristicLife
        ? days(asset.characteristicLife)
        : `${days(asset.characteristicLife)} → ${days(asset.improvedCharacteristicLife)}`,
  },
  {
    id: 'probability',
    header: 'Probability',
    numeric: true,
    wide: true,
    sort: { field: 'Probability', first: 'Descending' },
    cell: (asset) =>
      asset.probability === asset.improvedProbability
        ? percent(asset.probability)
        : `${percent(asset.probability)} → ${percent(asset.improvedProbability)}`,
  },
  {
    id: 'risk',
    header: 'Risk',
    numeric: true,
    wide: true,
    sort: { field: 'Risk', first: 'Descending' },
    cell: (asset) => money(asset.risk),
  },
  {
    id: 'improvedRisk',
    header: 'With it',
    numeric: true,
    sort: { field: 'ImprovedRisk', first: 'Descending' },
    cell: (asset) => money(asset.improvedRisk),
  },
  {
    id: 'gain',
    header: 'Change',
    numeric: true,
    sort: { field: 'Gain', first: 'Descending' },
    cell: (asset) => money(asset.gain === null ? null : 0 - asset.gain),
  },
  {
    id: 'cost',
    header: 'Cost',
    numeric: true,
    wide: true,
    sort: { field: 'Cost', first: 'Descending' },
    cell: (asset) => money(asset.improve ? asset.cost : null),
  },
  {
    id: 'return',
    header: 'Return',
    numeric: true,
    wide: true,
    sort: { field: 'ReturnOnCost', first: 'Descending' },
    cell: (asset) =>
      asset.returnOnCost === null || !asset.improve || asset.noEffect !== null
        ? '–'
        : `$${asset.returnOnCost.toFixed(2)}`,
  },
  {
    id: 'effect',
    header: 'Improved',
    width: '16%',
    wide: true,
    sort: { field: 'NoEffect' },
    cell: (asset) => (
      <span title={asset.noEffect ?? undefined}>{asset.improve ? (asset.noEffect ?? 'Yes') : 'No'}</span>
    ),
  },
];

const firstSort: SortState = { field: 'Gain', direction: 'Descending' };

/** The assets of a scenario, before and after, the largest contributors first. */
export function ScenarioAssets({ scenario }: { scenario: Scenario }): ReactNode {
  const [sort, setSort] = useState(firstSort);
  const [page, setPage] = useState(1);
  const [viewed, setViewed] = useState<ScenarioAsset | null>(null);
  const body = useMemo<ListBody>(() => ({ filters: [], sorts: [sort] }), [sort]);
  const assets = useScenarioAssets(scenario.riskAnalysisId, scenario.id, body, page);
  const first = useScenarioAssets(scenario.riskAnalysisId, scenario.id, firstBody, 1);
  return (
    <>
      <Loaded query={first} rows={6} fallback="The assets could not be loaded.">
        {({ records }) => <Contributors assets={records.filter(({ gain }) => (gain ?? 0) > 0)} />}
      </Loaded>
      <Section title="Assets">
        <Loaded query={assets} rows={8} fallback="The assets could not be loaded.">
          {({ records, total }) => (
            <Stack spacing={2}>
              <DataTable
                label="Assets of the scenario"
                columns={columns}
                rows={records}
                rowKey={(asset) => asset.assetId}
                onOpen={setViewed}
                actions={viewing(setViewed)}
                sort={sort}
                onSort={(next) => {
                  setSort(next);
                  setPage(1);
                }}
                outdated={assets.isPlaceholderData}
              />
              <PageLinks
                page={page}
                pageSize={scenarioAssetsPerPage}
                total={total}
                noun="assets"
                onChange={setPage}
              />
            </Stack>
          )}
        </Loaded>
      </Section>
      {viewed === null ? null : <ScenarioAssetDialog asset={viewed} onClose={() => setViewed(null)} />}
    </>
  );
}

/** All that can be done with an asset of a scenario. */
const viewing = (onView: (asset: ScenarioAsset) => void) => ({
  label: (asset: ScenarioAsset) => `Actions for ${asset.assetName}`,
  of: (asset: ScenarioAsset) => [{ label: 'View', onChoose: () => onView(asset) }],
});

const firstBody: ListBody = { filters: [], sorts: [firstSort] };
const mostBars = 15;

function Contributors({ assets }: { assets: readonly ScenarioAsset[] }): ReactNode {
  const ink = useChartInk();
  const shown = assets.slice(0, mostBars);
  const option = useMemo((): FigureOption => {
    const names = assets.slice(0, mostBars).map(({ assetName }) => assetName);
    return {
      textStyle: { fontFamily: ink.fontFamily },
      grid: { left: 8, right: 24, top: 8, bottom: 8, containLabel: true },
      xAxis: {
        type: 'value',
        axisLabel: { color: ink.text, formatter: (value: number) => formatMoney(value), hideOverlap: true },
        splitLine: { lineStyle: { color: ink.grid } },
      },
      yAxis: {
        type: 'category',
        inverse: true,
        data: names,
        axisLabel: { color: ink.text, width: 120, overflow: 'truncate' },
        axisLine: { lineStyle: { color: ink.axis } },
        axisTick: { show: false },
      },
      series: [
        {
          type: 'bar',
          silent: true,
          barGap: '0%',
          itemStyle: { color: ink.spread },
          data: assets.slice(0, mostBars).map(({ risk }) => risk ?? 0),
        },
        {
          type: 'bar',
          silent: true,
          itemStyle: { color: ink.signal },
          data: assets.slice(0, mostBars).map(({ improvedRisk }) => improvedRisk ?? 0),
        },
      ],
    };
  }, [assets, ink]);
  if (shown.length === 0) return null;
  return (
    <Section title="Largest contributors">
      <Figure
        label="Risk by asset before (light) and after (dark) the improvements"
        option={option}
        height={48 + 28 * shown.length}
        fileName="scenario"
        table={
          <DataTable
            label="Largest contributors"
            rows={shown}
            rowKey={(asset) => asset.assetId}
            columns={[
              { id: 'name', header: 'Asset', cell: (asset) => asset.assetName },
              { id: 'risk', header: 'Risk', numeric: true, cell: (asset) => money(asset.risk) },
              { id: 'after', header: 'With it', numeric: true, cell: (asset) => money(asset.improvedRisk) },
            ]}
          />
        }
      />
    </Section>
  );
}
