import type { ScenarioAsset } from '@twinward/contracts/risk/scenario';
import type { Db } from '../../../platform/database/database.ts';
import { createWorkbook } from '../../system/file/service.ts';
import { listScenarioAssets } from './service.ts';

/** Returns the applied options of an asset, each with its failure mode. */
function optionsText(options: ScenarioAsset['options']): string {
  return options.map(({ name, failureMode }) => (failureMode ? `${failureMode}: ${name}` : name)).join(', ');
}

function benchmarkText({ benchmark }: ScenarioAsset): string | null {
  if (benchmark === null) return null;
  return benchmark.isExample ? `An example, of its ${benchmark.level}` : `Of its ${benchmark.level}`;
}

const columns: readonly [
  heading: string,
  toCell: (asset: ScenarioAsset) => string | number | boolean | null,
][] = [
  ['Asset', (asset) => asset.assetName],
  ['Taxonomy', (asset) => asset.taxonomy],
  ['Improve', (asset) => asset.improve],
  ['Options', (asset) => optionsText(asset.options)],
  ['Benchmark', (asset) => benchmarkText(asset)],
  ['Characteristic life (days)', (asset) => asset.characteristicLife],
  ['Improved characteristic life (days)', (asset) => asset.improvedCharacteristicLife],
  ['Probability (%)', (asset) => asset.probability],
  ['Improved probability (%)', (asset) => asset.improvedProbability],
  ['Cost of failure', (asset) => asset.consequence],
  ['Risk', (asset) => asset.risk],
  ['Improved risk', (asset) => asset.improvedRisk],
  ['Change of risk', (asset) => (asset.gain === null ? null : -asset.gain)],
  ['Cost of improvement', (asset) => asset.cost],
  ['Return', (asset) => asset.returnOnCost],
  ['No effect', (asset) => asset.noEffect],
];

/** Returns the assets of a scenario as a workbook. @throws AppError `not-found`. */
export async function scenarioWorkbook(
  db: Db,
  scenario: { id: number; scenarioId: number },
): Promise<Buffer> {
  const assets = await readAll(db, scenario);
  return createWorkbook([
    {
      name: 'Scenario',
      columns: columns.map(([header]) => ({ header, width: Math.max(14, header.length + 2) })),
      pages: [assets.map((asset) => columns.map(([, toCell]) => toCell(asset)))],
    },
  ]);
}

const rowsPerRead = 1000;

async function readAll(
  db: Db,
  { id, scenarioId }: { id: number; scenarioId: number },
): Promise<ScenarioAsset[]> {
  const assets: ScenarioAsset[] = [];
  for (let pageNumber = 1; ; pageNumber++) {
    const request = { filters: [], sorts: [], pageNumber, pageSize: rowsPerRead };
    const { records } = await listScenarioAssets(db, id, scenarioId, request);
    assets.push(...records);
    if (records.length < rowsPerRead) return assets;
  }
}
