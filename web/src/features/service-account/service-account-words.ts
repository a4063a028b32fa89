import type { ServiceAccountState, ServiceScope } from '@twinward/contracts/access/service-account';
import type { ListBody, Sort } from '@twinward/contracts/core/list';
import { DAY } from '@twinward/domain/duration';
import type { ListAddressOptions } from '../../shared/address/list-address.ts';
import { contains, equals } from '../../shared/api/filters.ts';

export const stateLabels: Record<ServiceAccountState, string> = {
  active: 'Active',
  expiring: 'Expires soon',
  expired: 'Expired',
  revoked: 'Revoked',
};

export const scopeLabels: Record<ServiceScope, string> = {
  read: 'Read',
  write: 'Write: add, change and delete, and start commands',
  administer: 'Administer: users, groups, lists, connections and settings, with Read or Write',
};

export const scopeNames: Record<ServiceScope, string> = {
  read: 'Read',
  write: 'Write',
  administer: 'Administer',
};

/** Lifetimes of tokens in days. */
export const lives = [
  { value: '30', label: '30 days' },
  { value: '90', label: '90 days' },
  { value: '180', label: '180 days' },
  { value: '365', label: '1 year' },
  { value: '730', label: '2 years' },
];

/** @param life one of `lives` */
export const toEnd = (life: string): string => new Date(Date.now() + Number(life) * DAY).toISOString();

type FilterName = 'search' | 'state';

export const listOptions: ListAddressOptions<FilterName> = {
  filterNames: ['search', 'state'],
  sortFields: ['Name', 'State', 'ExpiresAt', 'LastUsedAt'],
  defaultSort: { field: 'Name', direction: 'Ascending' },
};

export const toListBody = (filters: Partial<Record<FilterName, string>>, sort: Sort): ListBody => ({
  filters: [...contains(['Name', 'Description'], filters.search), ...equals('State', filters.state)],
  sorts: [sort],
});
