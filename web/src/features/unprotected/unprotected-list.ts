import type { FieldFilter, Filter, ListBody, Sort } from '@twinward/contracts/core/list';
import type { ListAddressOptions } from '../../shared/address/list-address.ts';
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

const is = (field: string, value: boolean): FieldFilter => ({
  field,
  operator: 'EqualTo',
  value,
  dataType: 'B',
});
const contains = (field: string, value: string): FieldFilter => ({
  field,
  operator: 'Contains',
  value,
  dataType: 'C',
});

/** The list request, limited to assets in service and failure modes without an active protection. */
export function unprotectedListBody(filters: UnprotectedFilters, sort: Sort): ListBody {
  const parts: Filter[] = [is('IsProtected', false), is('InService', true)];
  const { search, risk } = filters;
  if (search !== undefined) {
    const fields = ['Name', 'AssetName', 'AssetUniqueId'];
    parts.push({ operator: 'GroupOr', filters: fields.map((field) => contains(field, search)) });
  }
  if (filters.class !== undefined) parts.push(contains('AssetClass', filters.class));
  if (risk === 'known') parts.push({ field: 'Risk', operator: 'IsNotNull', dataType: 'N' });
  if (risk === 'unknown') parts.push({ field: 'Risk', operator: 'IsNull', dataType: 'N' });
  if (filters.twin !== undefined) parts.push(is('TwinActive', filters.twin === 'active'));
  return { filters: parts, sorts: [sort] };
}

/** Chip labels of active filters. */
export const filterLabels: Record<UnprotectedFilterName, (value: string) => string> = {
  search: (value) => `Failure mode or asset contains “${value}”`,
  class: (value) => `Class contains “${value}”`,
  risk: (value) => findLabel(riskChoices, value),
  twin: (value) => findLabel(twinChoices, value),
};
