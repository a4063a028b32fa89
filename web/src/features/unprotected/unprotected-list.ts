import type { Filter, ListBody, Sort } from '@twinward/contracts/core/list';
import type { ListAddressOptions } from '../../shared/address/list-address.ts';
import { contains, equals } from '../../shared/api/filters.ts';
import { type Choice, findLabel } from '../../ui/form/choices.ts';

/** Maps the filters of the unprotected failure modes from URL parameters to the server's query. */

export type UnprotectedFilterName = 'search' | 'class' | 'risk' | 'twin';
export type UnprotectedFilters = Partial<Record<UnprotectedFilterName, string>>;

export const unprotectedListOptions: ListAddressOptions<UnprotectedFilterName> = {
  filterNames: ['search', 'class', 'risk', 'twin'],
  sortFields: ['Name', 'AssetName', 'AssetClass', 'Probability', 'Consequence', 'Risk'],
  defaultSort: { field: 'Risk', direction: 'Descending' },
};

export const riskChoices: readonly Choice[] = [
  { value: 'known', label: 'With a risk' },
  { value: 'unknown', label: 'Without a risk' },
];
export const twinChoices: readonly Choice[] = [
  { value: 'active', label: 'Active twin' },
  { value: 'inactive', label: 'Inactive twin' },
];

const riskFilters: Record<string, readonly Filter[]> = {
  known: [{ field: 'Risk', operator: 'IsNotNull', dataType: 'N' }],
  unknown: [{ field: 'Risk', operator: 'IsNull', dataType: 'N' }],
};

/** The list request, limited to assets in service and failure modes without an active protection. */
export function unprotectedListBody(filters: UnprotectedFilters, sort: Sort): ListBody {
  const { search, risk, twin } = filters;
  return {
    filters: [
      ...equals('IsProtected', false),
      ...equals('InService', true),
      ...contains(['Name', 'AssetName', 'AssetUniqueId'], search),
      ...contains('AssetClass', filters.class),
      ...(riskFilters[risk ?? ''] ?? []),
      ...equals('TwinActive', twin === undefined ? undefined : twin === 'active'),
    ],
    sorts: [sort],
  };
}

/** Chip labels of active filters. */
export const filterLabels: Record<UnprotectedFilterName, (value: string) => string> = {
  search: (value) => `Failure mode or asset contains “${value}”`,
  class: (value) => `Class contains “${value}”`,
  risk: (value) => findLabel(riskChoices, value),
  twin: (value) => findLabel(twinChoices, value),
};
