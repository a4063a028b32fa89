import type {
  QueryFieldFilter,
  QueryFilter,
  QueryGroupFilter,
} from '@twinward/contracts/questions/query-definition';
import type { ResultKind } from '@twinward/contracts/questions/query-result';
import { timeText } from '../../../shared/query/relative-times.ts';
import type { PathValue } from '../catalogue.ts';

/** Conditions of a query: the operators by kind of field, and the text of a condition. */

export type Operator = QueryFieldFilter['operator'];

const text: Operator[] = ['EqualTo', 'NotEqualTo', 'Contains', 'StartsWith', 'In'];
const ordered: Operator[] = [
  ...(['EqualTo', 'NotEqualTo', 'GreaterThanEqualTo', 'GreaterThan', 'LessThan', 'LessThanEqualTo'] as const),
];
const empties: Operator[] = ['IsNull', 'IsNotNull'];

/** The operators of a kind, the default first. */
export function listOperators(kind: ResultKind): Operator[] {
  switch (kind) {
    case 'text':
      return [...text, ...empties];
    case 'boolean':
      return ['EqualTo', ...empties];
    case 'reference':
      return ['EqualTo', 'NotEqualTo', 'In', ...empties];
    case 'date':
    case 'date-time':
      return ['GreaterThanEqualTo', 'LessThan', 'GreaterThan', 'LessThanEqualTo', 'EqualTo', ...empties];
    default:
      return [...ordered, ...empties];
  }
}

const words: Readonly<Record<Operator, string>> = {
  EqualTo: 'is',
  NotEqualTo: 'is not',
  LessThan: 'is less than',
  LessThanEqualTo: 'is at most',
  GreaterThan: 'is more than',
  GreaterThanEqualTo: 'is at least',
  Contains: 'contains',
  StartsWith: 'starts with',
  In: 'is one of',
  IsNull: 'is empty',
  IsNotNull: 'is not empty',
};
const timeWords: Partial<Record<Operator, string>> = {
  LessThan: 'is before',
  LessThanEqualTo: 'is at or before',
  GreaterThan: 'is after',
  GreaterThanEqualTo: 'is at or after',
};

const isTime = (kind: ResultKind | undefined): boolean => kind === 'date' || kind === 'date-time';

export const operatorText = (operator: Operator, kind: ResultKind | undefined): string =>
  (isTime(kind) ? timeWords[operator] : undefined) ?? words[operator];

export const hasValue = (operator: Operator): boolean => !empties.includes(operator);

/** The type letter of a value in the list contract. */
export function toDataType(kind: ResultKind): QueryFieldFilter['dataType'] {
  if (kind === 'text') return 'C';
  if (kind === 'boolean') return 'B';
  return isTime(kind) ? 'D' : 'N';
}

/** Describes a condition: 'Class is Pumps'. */
export function conditionText(
  { operator, value }: QueryFieldFilter,
  field: string,
  known: PathValue | null,
  parameterCaption: (name: string) => string,
): string {
  const head = `${field} ${operatorText(operator, known?.kind)}`;
  if (!hasValue(operator)) return head;
  if (typeof value === 'object' && !Array.isArray(value))
    return `${head} ${parameterCaption(value.parameter)}`;
  const all = Array.isArray(value) ? value : [value ?? ''];
  return `${head} ${all.map((one) => valueText(one, known)).join(', ')}`;
}

function valueText(value: string | number | boolean, known: PathValue | null): string {
  if (typeof value === 'boolean') return value ? 'yes' : 'no';
  if (isTime(known?.kind)) return timeText(String(value));
  return known?.options?.find((option) => option.value === String(value))?.caption ?? String(value);
}

export const isGroup = (filter: QueryFilter): filter is QueryGroupFilter => 'filters' in filter;

/** Replaces a filter, or removes it. Groups that become empty are removed too. */
export function replaceFilter(
  filters: readonly QueryFilter[],
  old: QueryFilter,
  next: QueryFilter | null,
): QueryFilter[] {
  return filters.flatMap((filter): QueryFilter[] => {
    if (filter === old) return next === null ? [] : [next];
    if (!isGroup(filter)) return [filter];
    const inner = replaceFilter(filter.filters, old, next);
    return inner.length === 0 && filter.filters.length > 0 ? [] : [{ ...filter, filters: inner }];
  });
}

/** Adds a filter to a group; to the top level for null. */
export function addFilter(
  filters: readonly QueryFilter[],
  group: QueryGroupFilter | null,
  added: QueryFilter,
): QueryFilter[] {
  if (group === null) return [...filters, added];
  return filters.map((filter) => {
    if (!isGroup(filter)) return filter;
    return filter === group
      ? { ...filter, filters: [...filter.filters, added] }
      : { ...filter, filters: addFilter(filter.filters, group, added) };
  });
}

/** Removes empty groups. */
export const withoutEmptyGroups = (filters: readonly QueryFilter[]): QueryFilter[] =>
  filters.flatMap((filter): QueryFilter[] => {
    if (!isGroup(filter)) return [filter];
    const inner = withoutEmptyGroups(filter.filters);
    return inner.length === 0 ? [] : [{ ...filter, filters: inner }];
  });
