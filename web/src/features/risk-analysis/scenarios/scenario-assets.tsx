import type { ListBody } from '@twinward/contracts/core/list';
import type { Scenario, ScenarioAsset } from '@twinward/contracts/risk/scenario';
import { type ReactNode, useMemo, useState } from 'react';
import { type ListAddressOptions, useListAddress } from '../../../shared/address/list-address.ts';
import { useEdition } from '../../../shared/api/queries/use-edition.ts';
import { Figure } from '../../../ui/chart/figure.tsx';
import type { FigureOption } from '../../../ui/chart/figure-canvas.tsx';
import { useChartInk } from '../../../ui/chart/use-chart-ink.ts';
import { Loaded } from '../../../ui/feedback/loaded.tsx';
import { EmptyState } from '../../../ui/feedback/states.tsx';
import { formatMoney } from '../../../ui/format/format.ts';
import { DataTable } from '../../../ui/list/data-table.tsx';
import { ListResults } from '../../../ui/list/list-results.tsx';
import { Section } from '../../../ui/page/section.tsx';
import { scenarioAssetsPerPage, useScenarioAssets } from '../api/scenarios.ts';
import { AssetFilterBar } from '../assets/asset-filter-bar.tsx';
import { type AssetFilterName, assetListBody, assetListOptions } from '../assets/asset-filters.ts';
import { ScenarioAssetDialog } from './scenario-asset-dialog.tsx';
import { money, scenarioColumns } from './scenario-columns.tsx';

/** The filters of the analysis' assets, sorted by gain. */
const listOptions: ListAddressOptions<AssetFilterName> = {
  filterNames: assetListOptions.filterNames,
  sortFields: [...assetListOptions.sortFields, 'ImprovedRisk', 'Gain', 'ReturnOnCost'],
  defaultSort: { field: 'Gain', direction: 'Descending' },
};

/** The assets of a scenario before and after improvement, largest gain first. */
export function ScenarioAssets({ scenario }: { scenario: Scenario }): ReactNode {
  const edition = useEdition().data?.edition ?? 'apm';
  const list = useListAddress(listOptions);
  const body = useMemo(() => assetListBody(list.filters, list.sort), [list.filters, list.sort]);
  const assets = useScenarioAssets(scenario.riskAnalysisId, scenario.id, body, list.page);
  const first = useScenarioAssets(scenario.riskAnalysisId, scenario.id, firstBody, 1);
  const [shown, setShown] = useState<ScenarioAsset | null>(null);
  return (
    <>
      <Loaded query={first} rows={6} fallback="The assets could not be loaded.">
        {({ records }) => <Contributors assets={records.filter(({ gain }) => (gain ?? 0) > 0)} />}
      </Loaded>
      <Section title="Assets">
        <AssetFilterBar list={list} />
        <ListResults
          label="Assets of the scenario"
          noun="assets"
          query={assets}
          list={list}
          pageSize={scenarioAssetsPerPage}
          columns={scenarioColumns({ edition, threshold: scenario.analysis.probabilityThreshold })}
          rowKey={(asset) => asset.assetId}
          onOpen={setShown}
          actions={{
            label: (asset) => `Actions for ${asset.assetName}`,
            of: (asset) => [{ label: 'View', onChoose: () => setShown(asset) }],
          }}
          fallback="The assets could not be loaded."
          empty={
            <EmptyState
              title="No results found."
              hint="The analysis had no assets when the scenario was created."
            />
          }
        />
      </Section>
      {shown === null ? null : <ScenarioAssetDialog asset={shown} onClose={() => setShown(null)} />}
    </>
  );
}

const firstBody: ListBody = { filters: [], sorts: [listOptions.defaultSort] };
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
              { id: 'after', header: 'After', numeric: true, cell: (asset) => money(asset.improvedRisk) },
            ]}
          />
        }
      />
    </Section>
  );
}
