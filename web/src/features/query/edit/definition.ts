import type { Query, QueryType, Sharing } from '@twinward/contracts/questions/query';
import type {
  QueryColumn,
  QueryDefinition,
  QuerySource,
} from '@twinward/contracts/questions/query-definition';
import { listCaptions, type Types } from '../catalogue.ts';
import { aggregateWords, timeUnitNames } from '../query-words.ts';
import { withoutEmptyGroups } from './filters.ts';

/** Changes of a definition in the editor. */

export interface QueryDraft {
  name: string;
  description: string;
  folder: string;
  sharing: Sharing;
  definition: QueryDefinition;
}

export const emptyDefinition: QueryDefinition = {
  source: { kind: 'records', type: '' },
  columns: [],
  filters: [],
  resultFilters: [],
  parameters: [],
  sorts: [],
  limit: 1000,
  fillGaps: true,
  display: { view: 'table', values: [], stacked: false, conditionalColors: [], theme: 1 },
};

export const toDraft = (query: Query | null): QueryDraft => ({
  name: query?.name ?? '',
  description: query?.description ?? '',
  folder: query?.folder ?? '',
  sharing: query?.sharing ?? 'private',
  definition: query?.definition ?? emptyDefinition,
});

/** Initial number of columns of a new query. */
const firstColumns = 4;

/** Changes the source of a definition. Drops references to fields of the previous source. */
export function withSource(
  definition: QueryDefinition,
  source: QuerySource,
  type: QueryType | undefined,
): QueryDefinition {
  const fields = (type?.fields ?? []).filter(({ name }) => name !== 'id').slice(0, firstColumns);
  const paths = source.kind === 'series' ? ['time', 'tag', 'value'] : fields.map(({ name }) => name);
  const columns: QueryColumn[] = [];
  for (const path of paths) columns.push({ kind: 'field', key: newKey(columns, path), path });
  const { parameters, limit, fillGaps, display } = definition;
  return {
    ...emptyDefinition,
    source,
    columns,
    parameters,
    limit,
    fillGaps,
    display: { ...emptyDefinition.display, theme: display.theme },
  };
}

/** Creates an unused column key: the text with underscores, and a number if already used. */
export function newKey(columns: readonly Pick<QueryColumn, 'key'>[], text: string): string {
  const plain = text.replaceAll(/[^A-Za-z0-9]+/g, '_').replaceAll(/^_+|_+$/g, '');
  const base = (plain || 'column').slice(-50).replace(/^_+/, '');
  const taken = new Set(columns.map(({ key }) => key));
  let key = base;
  for (let number = 2; taken.has(key); number += 1) key = `${base}_${number}`;
  return key;
}

/** The text from which the key of a new column is derived. */
export function keyText(column: QueryColumn): string {
  if (column.kind === 'computed') return column.caption ?? 'value';
  if (column.kind !== 'aggregate') return column.path;
  return column.path === undefined ? column.aggregate : `${column.aggregate}_${column.path}`;
}

/** Replaces a column, or adds a new one with a key. */
export function withColumn(definition: QueryDefinition, column: QueryColumn): QueryDefinition {
  const { columns } = definition;
  const isKnown = columns.some(({ key }) => key === column.key);
  return {
    ...definition,
    columns: isKnown
      ? columns.map((one) => (one.key === column.key ? column : one))
      : [...columns, { ...column, key: newKey(columns, keyText(column)) }],
  };
}

/** Removes a column and references to it. */
export function withoutColumn(definition: QueryDefinition, key: string): QueryDefinition {
  const { columns, sorts, resultFilters, display } = definition;
  const { category, series, ...shown } = display;
  return {
    ...definition,
    columns: columns.filter((one) => one.key !== key),
    sorts: sorts.filter(({ field }) => field !== key),
    resultFilters: resultFilters.filter((filter) => 'filters' in filter || filter.field !== key),
    display: {
      ...shown,
      ...(category === undefined || category === key ? {} : { category }),
      ...(series === undefined || series === key ? {} : { series }),
      values: shown.values.filter((one) => one !== key),
      conditionalColors: shown.conditionalColors.filter(({ column }) => column !== key),
    },
  };
}

/** Moves an item to the position of another. */
export function moved<Item>(items: readonly Item[], item: Item, to: Item): Item[] {
  const place = items.indexOf(to);
  const others = items.filter((one) => one !== item);
  return [...others.slice(0, place), item, ...others.slice(place)];
}

/** The caption of a column in results. */
export function columnCaption(types: Types, from: QueryType | undefined, column: QueryColumn): string {
  if (column.caption) return column.caption;
  if (column.kind === 'computed') return column.key;
  if (column.path === undefined) return `Number of ${from?.pluralCaption.toLowerCase() ?? 'records'}`;
  const field = listCaptions(types, from, column.path).slice(-2).join(' - ') || column.path;
  return column.kind === 'aggregate' ? `${aggregateWords[column.aggregate]} ${field}` : field;
}

/** Describes the function of a column, shown beside its caption. */
export function columnNote(column: QueryColumn, isInGroups: boolean): string {
  switch (column.kind) {
    case 'field':
      return isInGroups ? 'group' : 'field';
    case 'group':
      if (column.by === undefined) return 'group';
      return typeof column.by === 'string'
        ? `by ${timeUnitNames[column.by].toLowerCase()}`
        : `in steps of ${column.by.width}`;
    case 'aggregate':
      return column.aggregate === 'percentile' ? `${column.percentile} %` : 'aggregate';
    case 'computed':
      return 'computed';
  }
}

/** Whether a definition can be run. */
const isRunnable = ({ source, columns }: QueryDefinition): boolean =>
  columns.length > 0 &&
  (source.kind === 'records' ? source.type !== '' : source.tagIds.length + source.tagFilters.length > 0);

/** The part of a definition that affects the result, without the display. Null if incomplete. */
export const runnable = (definition: QueryDefinition): QueryDefinition | null =>
  isRunnable(definition) ? { ...withoutEmpty(definition), display: emptyDefinition.display } : null;

/** Removes empty groups of conditions from a definition. */
export const withoutEmpty = (definition: QueryDefinition): QueryDefinition => ({
  ...definition,
  filters: withoutEmptyGroups(definition.filters),
  resultFilters: withoutEmptyGroups(definition.resultFilters),
});
