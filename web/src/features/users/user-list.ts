import type { Filter, ListBody, Sort } from '@twinward/contracts/core/list';
import type { ListAddressOptions } from '../../shared/address/list-address.ts';

/** Maps the filters of the user list from URL parameters to the server's query. */

export type UserFilterName = 'search' | 'group' | 'state';

export const userListOptions: ListAddressOptions<UserFilterName> = {
  filterNames: ['search', 'group', 'state'],
  sortFields: ['UserName', 'LastName', 'Email', 'Enabled'],
  defaultSort: { field: 'UserName', direction: 'Ascending' },
};

export const stateChoices = [
  { value: 'enabled', label: 'Enabled' },
  { value: 'disabled', label: 'Disabled' },
  { value: 'administrator', label: 'Administrator' },
  { value: 'external', label: 'External' },
] as const;

const stateFilters: Record<string, Filter> = {
  enabled: { field: 'Enabled', operator: 'EqualTo', value: true, dataType: 'B' },
  disabled: { field: 'Enabled', operator: 'EqualTo', value: false, dataType: 'B' },
  administrator: { field: 'IsAdmin', operator: 'EqualTo', value: true, dataType: 'B' },
  external: { field: 'External', operator: 'EqualTo', value: true, dataType: 'B' },
};

export function userListBody(filters: Partial<Record<UserFilterName, string>>, sort: Sort): ListBody {
  const parts: Filter[] = [];
  if (filters.search !== undefined) {
    parts.push({
      operator: 'GroupOr',
      filters: ['UserName', 'FirstName', 'LastName', 'Email'].map((field) => ({
        field,
        operator: 'Contains',
        value: filters.search,
        dataType: 'C',
      })),
    });
  }
  if (filters.group !== undefined) {
    parts.push({ field: 'Group', operator: 'Contains', value: filters.group, dataType: 'C' });
  }
  const state = stateFilters[filters.state ?? ''];
  if (state !== undefined) parts.push(state);
  return { filters: parts, sorts: [sort] };
}
