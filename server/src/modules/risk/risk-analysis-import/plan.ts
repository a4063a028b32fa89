import { newAsset } from '@twinward/contracts/assets/asset';
import { riskAnalysisAssetChange } from '@twinward/contracts/risk/risk-analysis-asset';
import type { RiskImportAction } from '@twinward/contracts/risk/risk-analysis-import';
import { assetLimitReached } from '@twinward/contracts/system/edition';
import type { FailureDistributionParameters } from '@twinward/contracts/twins/probability';
import { daysToDuration } from '@twinward/domain/duration';
import type { DecimalSign } from '@twinward/domain/file/number';
import { daysInAnalysis } from '@twinward/domain/risk/analysis';
import { meanTimeBetweenFailures } from '@twinward/domain/risk/constant-rate';
import type { MissionDates } from '@twinward/domain/risk/mission';
import {
  consequenceRules,
  percentNeedsMission,
  percentRules,
  weibullRules,
} from '@twinward/domain/rules/risk';
import { firstBroken } from '@twinward/domain/rules/rule';
import { schemaRule } from '@twinward/domain/rules/schema-rules';
import { type CellNumbers, createCellNumbers } from '../../jobs/row-import/service.ts';
import type { ImportedAsset } from '../risk-analysis/service.ts';
import { type ColumnName, toHeading } from './columns.ts';
import type { RiskFileRow } from './read-rows.ts';
import type { KnownAsset } from './store.ts';

const uniqueIdRule = schemaRule(newAsset.shape.uniqueId);
const assetNameRule = schemaRule(newAsset.shape.assetName);
const improveRule = schemaRule(riskAnalysisAssetChange.shape.improveDescription);

/** The data of a row for an asset in the analysis; omitted fields are kept. */
export type Said = Omit<ImportedAsset, 'assetId'>;

/** The plan for a row of the file. */
export interface PlannedRow {
  line: number;
  action: RiskImportAction;
  uniqueId: string;
  assetName: string;
  /** The reason of an error; null if none exists. */
  message: string | null;
  /** Null: the asset will be created. */
  assetId: number | null;
  taxonomy: { category?: string; class?: string; type?: string };
  said: Said;
}

/** The database records and limits that the plan depends on. */
export interface Known {
  assets: ReadonlyMap<string, KnownAsset>;
  dates: MissionDates;
  /** Whether the user may create assets. */
  mayMakeAssets: boolean;
  isTaxonomy: (captions: PlannedRow['taxonomy']) => boolean;
  /** Current and maximum number of the analysis' assets. */
  assetCount: number;
  assetLimit: number;
}

/** Plans the import of the rows. */
export function planRows(
  rows: readonly RiskFileRow[],
  known: Known,
  decimalSign?: DecimalSign | undefined,
): PlannedRow[] {
  const numbers = createCellNumbers(rows, numberColumns, { separator: null, decimalSign });
  const first = new Map<string, number>();
  let assetCount = known.assetCount;
  return rows.map((row) => {
    const plan = planRow(row, known, numbers);
    const earlier = first.get(plan.uniqueId);
    if (earlier !== undefined) refuse(plan, `The row ${earlier} has the same unique id.`);
    else if (plan.uniqueId !== '') first.set(plan.uniqueId, row.line);
    if (plan.action === 'create') {
      if (assetCount >= known.assetLimit) refuse(plan, assetLimitReached(known.assetLimit));
      else assetCount += 1;
    }
    return plan;
  });
}

function refuse(plan: PlannedRow, message: string): void {
  plan.action = 'error';
  plan.message ??= message;
}

function planRow(row: RiskFileRow, known: Known, numbers: CellNumbers<ColumnName>): PlannedRow {
  const { line, cells } = row;
  const uniqueId = cells.uniqueId ?? '';
  const asset = known.assets.get(uniqueId);
  const problems = new Problems();
  problems.add('uniqueId', uniqueIdRule(uniqueId));
  const taxonomy = asset ? {} : readTaxonomy(cells);
  if (!asset && uniqueId !== '') checkNew(cells, taxonomy, known, problems);
  const readNumber: ReadNumber = (name) => {
    const value = numbers(row, name);
    if (typeof value !== 'string') return value;
    problems.add(name, value);
    return undefined;
  };
  const said = plannedFields(cells, readNumber, asset, known.dates, problems);
  const plan: PlannedRow = {
    line,
    action: asset?.isIn ? (saysNothingNew(said, asset) ? 'unchanged' : 'update') : 'create',
    uniqueId: uniqueId.slice(0, 200),
    assetName: (asset?.assetName ?? cells.assetName ?? '').slice(0, 200),
    message: null,
    assetId: asset?.id ?? null,
    taxonomy,
    said,
  };
  if (problems.texts.length > 0) refuse(plan, problems.texts.join(' '));
  return plan;
}

/** The columns with numbers. */
const numberColumns = ['probability', 'shape', 'characteristicLife', 'consequence'] as const;

/** Returns the number in a column; null if it is empty; undefined if it is invalid, after adding an error. */
type ReadNumber = (name: ColumnName) => number | null | undefined;

class Problems {
  readonly texts: string[] = [];
  add(column: ColumnName, message: string | null): void {
    if (message !== null) this.texts.push(`${toHeading(column)}: ${message}`);
  }
}

function readTaxonomy(cells: RiskFileRow['cells']): PlannedRow['taxonomy'] {
  return Object.fromEntries(
    (['category', 'class', 'type'] as const)
      .filter((level) => (cells[level] ?? '') !== '')
      .map((level) => [level, cells[level]]),
  );
}

function checkNew(
  cells: RiskFileRow['cells'],
  taxonomy: PlannedRow['taxonomy'],
  known: Known,
  problems: Problems,
): void {
  const name = cells.assetName ?? '';
  if (!known.mayMakeAssets) {
    problems.add('uniqueId', 'The asset does not exist, and creating one requires the record type asset.');
    return;
  }
  problems.add('assetName', assetNameRule(name));
  if (Object.keys(taxonomy).length > 0 && !known.isTaxonomy(taxonomy)) {
    const { category, class: ofClass, type } = taxonomy;
    const path = [category ?? '–', ofClass ?? (type === undefined ? undefined : '–'), type]
      .filter((caption) => caption !== undefined)
      .map((caption) => caption.slice(0, 100));
    problems.add('category', `There is no entry '${path.join(' - ')}' in the taxonomy.`);
  }
}

function plannedFields(
  cells: RiskFileRow['cells'],
  readNumber: ReadNumber,
  asset: KnownAsset | undefined,
  dates: MissionDates,
  problems: Problems,
): Said {
  const said: Said = {};
  const parameters = parseParameters(readNumber, asset, dates, problems);
  if (parameters !== null) said.parameters = parameters;
  if (cells.consequence !== undefined) {
    const value = readNumber('consequence');
    if (value !== undefined) {
      problems.add('consequence', value === null ? null : firstBroken(value, consequenceRules.value!));
      said.ownConsequence = value;
    }
  }
  if (cells.improve !== undefined && cells.improve !== '') {
    const word = cells.improve.toLowerCase();
    const isYes = ['yes', 'true', '1', 'x'].includes(word);
    if (!isYes && !['no', 'false', '0'].includes(word)) problems.add('improve', "Please give 'yes' or 'no'.");
    said.improve = isYes;
  }
  if (cells.improveDescription !== undefined) {
    problems.add('improveDescription', improveRule(cells.improveDescription));
    said.improveDescription = cells.improveDescription;
  }
  return said;
}

/**
 * Returns the parameters of a row. A percentage is converted to the equivalent mean time between failures over the
 * asset's time in the analysis.
 */
function parseParameters(
  readNumber: ReadNumber,
  asset: KnownAsset | undefined,
  dates: MissionDates,
  problems: Problems,
): FailureDistributionParameters | null {
  const percent = readNumber('probability');
  const shape = readNumber('shape');
  const life = readNumber('characteristicLife');
  if (percent === undefined || shape === undefined || life === undefined) return null;
  if (shape === null && life === null) {
    if (percent === null) return null;
    const broken = firstBroken(percent, percentRules.value!);
    const days = daysInAnalysis(dates, asset?.twinStart?.toISOString() ?? null);
    problems.add('probability', broken ?? (days === null ? percentNeedsMission : null));
    if (broken !== null || days === null) return null;
    return {
      distribution: 'none',
      type: 'none',
      scale: daysToDuration(meanTimeBetweenFailures(percent, days)),
    };
  }
  if (percent !== null)
    problems.add('probability', 'Please give either a percentage or a shape with a characteristic life.');
  const wrongShape = firstBroken(shape, weibullRules.shape!);
  const wrongLife = firstBroken(life, weibullRules.scale!);
  problems.add('shape', wrongShape);
  problems.add('characteristicLife', wrongLife);
  if (wrongShape !== null || wrongLife !== null) return null;
  return { distribution: 'weibull', type: 'cdf', shape: shape!, scale: daysToDuration(life!) };
}

function saysNothingNew(said: Said, asset: KnownAsset): boolean {
  const isSame = <T>(one: T | undefined, other: T) =>
    one === undefined || JSON.stringify(one, sorted(one)) === JSON.stringify(other, sorted(other));
  return (
    isSame(said.improve, asset.improve) &&
    isSame(said.improveDescription, asset.improveDescription) &&
    isSame(said.ownConsequence, asset.ownConsequence) &&
    isSame<FailureDistributionParameters | null>(said.parameters, asset.parameters)
  );
}

/** Returns the sorted keys of an object, since PostgreSQL reorders the members of JSON objects. */
const sorted = (value: unknown): string[] | null =>
  value !== null && typeof value === 'object' ? Object.keys(value).sort() : null;
