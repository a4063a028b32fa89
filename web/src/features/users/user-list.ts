import type { Filter, ListBody, Sort } from '@twinward/contracts/core/list';
import type { ListAddressOptions } from '../../shared/address/list-address.ts';
import { contains, equals } from '../../shared/api/filters.ts';

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

const stateFilters: Record<string, readonly Filter[]> = {
  enabled: equals('Enabled', true),
  disabled: equals('Enabled', false),
  administrator: equals('IsAdmin', true),
  external: equals('External', true),
};

export function userListBody(filters: Partial<Record<UserFilterName, string>>, sort: Sort): ListBody {
  return {
    filters: [
      ...contains(['UserName', 'FirstName', 'LastName', 'Email'], filters.search),
      ...contains('Group', filters.group),
      ...(stateFilters[filters.state ?? ''] ?? []),
    ],
    sorts: [sort],
  };
}
