import {
  type AdvisoryState,
  advisoryOutcomes,
  advisoryStates,
} from '@twinward/contracts/advisories/advisory';
import type { Filter, ListBody, Sort } from '@twinward/contracts/core/list';
import type { ListAddressOptions } from '../../shared/address/list-address.ts';
import { type PlaceFilterName, placeFilterNames, placeFilters } from '../../shared/address/place-filters.ts';
import { compares, contains, equals } from '../../shared/api/filters.ts';
import { outcomeLabels } from '../../shared/value/outcome-labels.ts';
import { type Choice, findLabel } from '../../ui/form/choices.ts';
import { formatDateTime } from '../../ui/format/format.ts';
import { bucketLabel, levelBuckets } from '../../ui/format/scales.ts';
import { stateLabels } from './advisory-words.ts';

/** Maps the filters of the advisory list from URL parameters to the server's query. */

type OwnFilterName = 'search' | 'state' | 'attention' | 'level' | 'outcome';
export type AdvisoryFilterName = OwnFilterName | 'created' | PlaceFilterName;
export type AdvisoryFilters = Partial<Record<AdvisoryFilterName, string>>;

const newestFirst: Sort = { field: 'Created', direction: 'Descending' };

export const advisoryListOptions: ListAddressOptions<AdvisoryFilterName> = {
  filterNames: ['search', 'state', 'attention', 'level', 'outcome', 'created', ...placeFilterNames],
  sortFields: [
    'Name',
    'AssetName',
    'State',
    'Level',
    'Priority',
    'Risk',
    'TargetDate',
    'OccurrenceCount',
    'Created',
  ],
  defaultSort: newestFirst,
};

const openStates: readonly AdvisoryState[] = ['draft', 'submitted', 'active'];

export const stateChoices: readonly Choice[] = [
  { value: 'open', label: 'Open' },
  ...advisoryStates.map((value) => ({ value, label: stateLabels[value] })),
];
export const attentionChoices: readonly Choice[] = [
  { value: 'review', label: 'For me to review' },
  { value: 'overdue', label: 'Overdue' },
];
export const levelChoices: readonly Choice[] = levelBuckets
  .map((bucket) => ({ value: `${bucket.from}-${bucket.to}`, label: bucketLabel(bucket) }))
  .reverse();
export const outcomeChoices: readonly Choice[] = advisoryOutcomes.map((value) => ({
  value,
  label: outcomeLabels[value],
}));

const attentionFields: Record<string, string> = { review: 'ToReview', overdue: 'Overdue' };

/** @param twinId limits the list to this twin */
export function advisoryListBody(filters: AdvisoryFilters, sort: Sort, twinId?: number): ListBody {
  const parts: Filter[] = [...equals('TwinId', twinId), ...contains(['Name', 'AssetName'], filters.search)];
  if (filters.state === 'open') {
    parts.push({ field: 'State', operator: 'In', value: [...openStates], dataType: 'C' });
  } else {
    parts.push(...equals('State', filters.state));
  }
  const attention = attentionFields[filters.attention ?? ''];
  if (attention !== undefined) {
    parts.push(...equals(attention, true));
  }
  const [from, to] = (filters.level ?? '').split('-').map(Number);
  if (from !== undefined && to !== undefined && !Number.isNaN(from + to)) {
    parts.push(...compares('Level', 'GreaterThanEqualTo', from), ...compares('Level', 'LessThanEqualTo', to));
  }
  parts.push(...equals('Outcome', filters.outcome));
  const made = rangeIn(filters.created);
  if (made !== null) {
    parts.push({ field: 'Created', operator: 'GreaterThanEqualTo', value: made.from, dataType: 'D' });
    parts.push({ field: 'Created', operator: 'LessThan', value: made.to, dataType: 'D' });
  }
  parts.push(...placeFilters(filters));
  return { filters: parts, sorts: [sort] };
}

/** Decodes a time range in the URL: two ISO 8601 times separated by a slash; null if invalid. */
function rangeIn(text: string | undefined): { from: string; to: string } | null {
  const [from, to, ...others] = (text ?? '').split('/');
  if (from === undefined || to === undefined || others.length > 0) return null;
  if ([from, to].some((time) => Number.isNaN(Date.parse(time)))) return null;
  return { from: new Date(from).toISOString(), to: new Date(to).toISOString() };
}

/** The label of the filter by creation time. */
export function createdLabel(value: string, timeZone: string): string {
  const made = rangeIn(value);
  return made === null
    ? 'Created'
    : `Created ${formatDateTime(made.from, timeZone)} to ${formatDateTime(made.to, timeZone)}`;
}

/** Chip labels of active filters, except those by place and time. */
export const filterLabels: Record<OwnFilterName, (value: string) => string> = {
  search: (value) => `Name or twin contains “${value}”`,
  state: (value) => findLabel(stateChoices, value),
  attention: (value) => findLabel(attentionChoices, value),
  level: (value) => `Level ${findLabel(levelChoices, value)}`,
  outcome: (value) => findLabel(outcomeChoices, value),
};
