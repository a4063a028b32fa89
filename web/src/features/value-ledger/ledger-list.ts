import { advisoryOutcomes } from '@twinward/contracts/advisories/advisory';
import type { Filter, ListBody, Sort } from '@twinward/contracts/core/list';
import type { ListAddressOptions } from '../../shared/address/list-address.ts';
import { contains, equals } from '../../shared/api/filters.ts';
import { outcomeLabels } from '../../shared/value/outcome-labels.ts';
import { findLabel } from '../../ui/form/choices.ts';

/** Maps the filters of the ledger from URL parameters to the server's query. */

export type LedgerFilterName = 'period' | 'search' | 'outcome' | 'approval';
export type LedgerFilters = Partial<Record<LedgerFilterName, string>>;

const latestFirst: Sort = { field: 'Closed', direction: 'Descending' };

export const ledgerListOptions: ListAddressOptions<LedgerFilterName> = {
  filterNames: ['period', 'search', 'outcome', 'approval'],
  sortFields: ['Name', 'AssetName', 'Outcome', 'ProtectionName', 'FailureCostHigh', 'Cost', 'Closed'],
  defaultSort: latestFirst,
};

const days: Record<string, number> = { month: 30, quarter: 90, year: 365 };
export const periodChoices = [
  { value: 'month', label: 'Last 30 days' },
  { value: 'quarter', label: 'Last 90 days' },
  { value: 'year', label: 'Last 365 days' },
];
export const approvalChoices = [
  { value: 'open', label: 'To approve' },
  { value: 'approved', label: 'Approved' },
];
export const outcomeChoices = advisoryOutcomes.map((value) => ({ value, label: outcomeLabels[value] }));

const aDay = 86_400_000;

/** The start of a period, rounded down to a minute; null for all. */
export function periodStart(period: string | undefined, now = Date.now()): string | null {
  const length = days[period ?? ''];
  return length === undefined
    ? null
    : new Date(Math.floor(now / 60_000) * 60_000 - length * aDay).toISOString();
}

export function ledgerListBody(filters: LedgerFilters, sort: Sort, from: string | null): ListBody {
  const parts: Filter[] = [];
  if (from !== null) {
    parts.push({ field: 'Closed', operator: 'GreaterThanEqualTo', value: from, dataType: 'D' });
  }
  parts.push(
    ...contains(['Name', 'AssetName', 'ProtectionName'], filters.search),
    ...equals('Outcome', filters.outcome),
  );
  if (filters.approval === 'open' || filters.approval === 'approved') {
    parts.push(...equals('Approved', filters.approval === 'approved'));
  }
  return { filters: parts, sorts: [sort] };
}

export const filterLabels: Record<LedgerFilterName, (value: string) => string> = {
  period: (value) => findLabel(periodChoices, value),
  search: (value) => `Name, twin or rule: ${value}`,
  outcome: (value) => `Outcome: ${findLabel(outcomeChoices, value)}`,
  approval: (value) => findLabel(approvalChoices, value),
};
