import type { Filter, ListBody, Sort } from '@twinward/contracts/core/list';
import type { Edition } from '@twinward/contracts/system/edition';
import type { ListAddressOptions } from '../../../shared/address/list-address.ts';
import { compares, contains, equals } from '../../../shared/api/filters.ts';
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

const lifeFilters: Record<string, readonly Filter[]> = {
  worse: compares('ComparativeMtbf', 'LessThanEqualTo', -leastDifference),
  // A life equal to the benchmark counts as better.
  better: compares('ComparativeMtbf', 'GreaterThan', -leastDifference),
  none: [{ field: 'ComparativeMtbf', operator: 'IsNull', dataType: 'N' }],
};

export function assetListBody(filters: AssetFilters, sort: Sort): ListBody {
  const { improve, name, taxonomy, life, opportunity, probability, cost } = filters;
  return {
    filters: [
      ...equals('Improve', improve === undefined ? undefined : improve === 'true'),
      ...contains('AssetName', name),
      ...contains('AssetClass', taxonomy),
      ...(lifeFilters[life ?? ''] ?? []),
      ...equals('Opportunity', opportunity === undefined ? undefined : opportunity === 'over'),
      ...bandFilters('Probability', probability),
      ...bandFilters('FailureCost', cost),
    ],
    sorts: [sort],
  };
}

/** Filters for a band of the risk matrix: from <= value < to. */
function bandFilters(field: string, text: string | undefined): Filter[] {
  const band = readBand(text ?? '');
  return [
    ...compares(field, 'GreaterThanEqualTo', band?.from ?? undefined),
    ...compares(field, 'LessThan', band?.to ?? undefined),
  ];
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
