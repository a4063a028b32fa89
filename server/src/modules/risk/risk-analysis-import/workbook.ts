import type { ListBody } from '@twinward/contracts/core/list';
import type { RiskAnalysisAsset } from '@twinward/contracts/risk/risk-analysis-asset';
import { durationToDays } from '@twinward/domain/duration';
import { daysInAnalysis } from '@twinward/domain/risk/analysis';
import { constantRate } from '@twinward/domain/risk/constant-rate';
import type { MissionDates } from '@twinward/domain/risk/mission';
import { truncatePercent } from '@twinward/domain/risk/probability';
import { weibullCdf } from '@twinward/domain/risk/weibull';
import type { Db } from '../../../platform/database/database.ts';
import { createWorkbook, type TableCell } from '../../system/file/service.ts';
import { getAnalysis, listEntries } from '../risk-analysis/service.ts';
import { type ColumnName, columns } from './columns.ts';
import { type KnownAsset, selectKnown } from './store.ts';
import { assetSheet } from './template.ts';

const rowsPerRead = 1000;

/**
 * Exports the assets of an analysis as a workbook with the columns of the import.
 * @throws AppError `not-found`.
 */
export async function riskAssetWorkbook(
  db: Db,
  { analysisId, body }: { analysisId: number; body: ListBody },
): Promise<Buffer> {
  const dates = await getAnalysis(db, analysisId);
  const assets: TableCell[][] = [];
  const figures: TableCell[][] = [];
  for (let pageNumber = 1; ; pageNumber++) {
    const { records } = await listEntries(db, analysisId, { ...body, pageNumber, pageSize: rowsPerRead });
    const known = await selectKnown(
      db,
      analysisId,
      records.map(({ assetUniqueId }) => assetUniqueId),
    );
    const byId = new Map(known.map((asset) => [asset.id, asset]));
    for (const record of records) {
      const values = toCells(record, byId.get(record.assetId)!, dates);
      assets.push(columns.map(({ name }) => values[name]));
      figures.push(figureColumns.map(([, toCell]) => toCell(record)));
    }
    if (records.length < rowsPerRead) break;
  }
  return createWorkbook([
    { ...assetSheet, pages: [assets] },
    { ...figureSheet, pages: [figures] },
  ]);
}

const figureColumns: readonly [
  heading: string,
  toCell: (asset: RiskAnalysisAsset) => string | number | null,
][] = [
  ['Unique id', (asset) => asset.assetUniqueId],
  ['Name', (asset) => asset.assetName],
  ['Probability %', (asset) => asset.probabilityValue],
  ['Probability from', (asset) => asset.probabilitySource],
  ['Cost of failure', (asset) => asset.consequenceValue],
  ['Cost from', (asset) => asset.consequenceSource],
  ['Risk', (asset) => asset.risk],
  ['Age counts from', (asset) => asset.renewedAt],
  ['Probability given survival %', (asset) => asset.conditionalProbability],
  ['Risk given survival', (asset) => asset.conditionalRisk],
];

/** The sheet of figures, which an import ignores. */
const figureSheet = {
  name: 'Figures',
  columns: figureColumns.map(([header]) => ({ header, width: Math.max(16, header.length + 2) })),
};

function toCells(
  { assetClass }: RiskAnalysisAsset,
  known: KnownAsset,
  dates: MissionDates,
): Record<ColumnName, string | number | null> {
  const [category = null, ofClass = null, type = null] = assetClass?.split('//') ?? [];
  const { parameters } = known;
  const isWeibull = parameters?.distribution === 'weibull';
  const scale = parameters?.scale ?? null;
  const days = daysInAnalysis(dates, known.twinStart?.toISOString() ?? null);
  return {
    uniqueId: known.uniqueId,
    assetName: known.assetName,
    category,
    class: ofClass,
    type,
    probability:
      isWeibull || scale === null || days === null
        ? null
        : truncatePercent(100 * weibullCdf(constantRate(durationToDays(scale)), days)),
    shape: isWeibull ? parameters.shape : null,
    characteristicLife: isWeibull && scale !== null ? durationToDays(scale) : null,
    consequence: known.ownConsequence,
    improve: known.improve ? 'yes' : 'no',
    improveDescription: known.improveDescription,
  };
}
