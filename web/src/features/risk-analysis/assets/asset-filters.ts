import type { Filter, ListBody, Sort } from '@twinward/contracts/core/list';
import type { Edition } from '@twinward/contracts/system/edition';
import type { ListAddressOptions } from '../../../shared/address/list-address.ts';
import { type Band, readBand } from '../../../shared/risk/band.ts';
import { costLabel, probabilityLabel } from '../../../shared/risk/matrix-bands.ts';
import { type Choice, findLabel } from '../../../ui/form/choices.ts';
import { leastDifference } from './life-text.ts';

/** Maps the filters of an analysis' assets from URL parameters to the server's query. */

type BandName = 'probability' | 'cost';
export type AssetFilterName = 'improve' | 'name' | 'taxonomy' | 'life' | 'opportunity' | BandName;
export type AssetFilters = Partial<Record<AssetFilterName, string>>;

export const assetListOptions: ListAddressOptions<AssetFilterName> = {
  filterNames: ['improve', 'name', 'taxonomy', 'life', 'opportunity'],
  sortFields: [
    ...['Improve', 'AssetName', 'AssetClass', 'CharacteristicLife'],
    ...['Opportunity', 'Probability', 'Consequence', 'Risk'],
  ],
  defaultSort: { field: 'Risk', direction: 'Descending' },
};

/** The list of an analysis can also be filtered by a cell of its risk matrix. */
export const analysisListOptions: ListAddressOptions<AssetFilterName> = {
  ...assetListOptions,
  filterNames: [...assetListOptions.filterNames, 'probability', 'cost'],
};

export const improveChoices: readonly Choice[] = [
  { value: 'true', label: 'true' },
  { value: 'false', label: 'false' },
];
export const lifeChoices: readonly Choice[] = [
  { value: 'worse', label: 'Worse than benchmark' },
  { value: 'better', label: 'Better than benchmark' },
  { value: 'none', label: 'No benchmark available' },
];
export const opportunityChoices: readonly Choice[] = [
  { value: 'over', label: 'Over opportunity threshold' },
  { value: 'under', label: 'Under opportunity threshold' },
];

const lifeFilters: Record<string, Filter> = {
  worse: { field: 'ComparativeMtbf', operator: 'LessThanEqualTo', value: -leastDifference, dataType: 'N' },
  // A life equal to the benchmark counts as better.
  better: { field: 'ComparativeMtbf', operator: 'GreaterThan', value: -leastDifference, dataType: 'N' },
  none: { field: 'ComparativeMtbf', operator: 'IsNull', dataType: 'N' },
};

export function assetListBody(filters: AssetFilters, sort: Sort): ListBody {
  const parts: Filter[] = [];
  const { improve, name, taxonomy, life, opportunity, probability, cost } = filters;
  if (improve !== undefined)
    parts.push({ field: 'Improve', operator: 'EqualTo', value: improve === 'true', dataType: 'B' });
  if (name !== undefined)
    parts.push({ field: 'AssetName', operator: 'Contains', value: name, dataType: 'C' });
  if (taxonomy !== undefined)
    parts.push({ field: 'AssetClass', operator: 'Contains', value: taxonomy, dataType: 'C' });
  const ofLife = lifeFilters[life ?? ''];
  if (ofLife !== undefined) parts.push(ofLife);
  if (opportunity !== undefined)
    parts.push({ field: 'Opportunity', operator: 'EqualTo', value: opportunity === 'over', dataType: 'B' });
  parts.push(...bandFilters('Probability', probability), ...bandFilters('FailureCost', cost));
  return { filters: parts, sorts: [sort] };
}

/** Filters for a band of the risk matrix: from <= value < to. */
function bandFilters(field: string, text: string | undefined): Filter[] {
  const { from, to } = readBand(text ?? '') ?? { from: null, to: null };
  const filters: Filter[] = [];
  if (from !== null) filters.push({ field, operator: 'GreaterThanEqualTo', value: from, dataType: 'N' });
  if (to !== null) filters.push({ field, operator: 'LessThan', value: to, dataType: 'N' });
  return filters;
}

/** Chip labels of active filters. */
export const filterLabels: Record<AssetFilterName, (value: string) => string> = {
  improve: (value) => `Improve ${findLabel(improveChoices, value)}`,
  name: (value) => `Name contains “${value}”`,
  taxonomy: (value) => `Taxonomy contains “${value}”`,
  life: (value) => findLabel(lifeChoices, value),
  opportunity: (value) => findLabel(opportunityChoices, value),
  probability: (value) => `Probability ${describeBand(value, probabilityLabel)}`,
  cost: (value) => `Cost of failure ${describeBand(value, costLabel)}`,
};

function describeBand(text: string, label: (band: Band) => string): string {
  const band = readBand(text);
  return band === null ? `“${text}”` : label(band);
}

/** The displayed part of a taxonomy by edition: category - class, in apm also the type. */
export function taxonomyLabel(assetClass: string | null, edition: Edition): string {
  if (assetClass === null) return '';
  return assetClass
    .split('//')
    .slice(0, edition === 'apm' ? 3 : 2)
    .join(' - ');
}
