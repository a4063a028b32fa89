import type { QueryField, QueryRelation, QueryType } from '@twinward/contracts/questions/query';
import type { QuerySource } from '@twinward/contracts/questions/query-definition';
import type { ResultKind } from '@twinward/contracts/questions/query-result';

/** The types of the catalogue by name. */
export type Types = ReadonlyMap<string, QueryType>;

/** The type of a time series, with a row per tag and bucket. */
const seriesType: QueryType = {
  name: 'series',
  caption: 'Time series',
  pluralCaption: 'Time series',
  isSystem: true,
  isSource: true,
  fields: [
    { name: 'time', caption: 'Time', kind: 'date-time', unit: null },
    { name: 'value', caption: 'Value', kind: 'number', unit: null },
  ],
  relations: [{ name: 'tag', caption: 'Tag', type: 'tag', many: false }],
};

export const typesByName = (types: readonly QueryType[]): Types =>
  new Map([...types, seriesType].map((type) => [type.name, type]));

/** The type of the rows of a source; undefined if not chosen. */
export const sourceType = (types: Types, source: QuerySource): QueryType | undefined =>
  types.get(source.kind === 'series' ? seriesType.name : source.type);

/** A path resolved by the catalogue. */
export interface KnownPath {
  relations: QueryRelation[];
  /** Null for a path that ends at a record. */
  field: QueryField | null;
  /** The type at the end of the relations. */
  type: QueryType;
}

/** Finds the entry whose name is the start of a path. Names may contain dots, so the longest match wins. */
function findHead<Named extends { name: string }>(all: readonly Named[], path: string): Named | undefined {
  return all
    .filter(({ name }) => path === name || path.startsWith(`${name}.`))
    .toSorted((one, other) => other.name.length - one.name.length)[0];
}

/** Resolves a path from a type; null if unknown. An empty path is the type itself. */
export function findPath(types: Types, from: QueryType | undefined, path: string): KnownPath | null {
  if (from === undefined) return null;
  if (path === '') return { relations: [], field: null, type: from };
  const field = from.fields.find(({ name }) => name === path);
  if (field) return { relations: [], field, type: from };
  const relation = findHead(from.relations, path);
  if (relation === undefined) return null;
  const rest = findPath(types, types.get(relation.type), path.slice(relation.name.length + 1));
  return rest && { ...rest, relations: [relation, ...rest.relations] };
}

/** Kind and choices of the values at the end of a path. */
export interface PathValue {
  kind: ResultKind;
  unit: string | null;
  options?: QueryField['options'];
  /** The record type of a reference. */
  recordType?: string;
}

export function valueAt(types: Types, from: QueryType | undefined, path: string): PathValue | null {
  const found = findPath(types, from, path);
  if (found === null || path === '') return null;
  const { field, type } = found;
  if (field === null) return { kind: 'reference', unit: null, recordType: type.name };
  return { kind: field.kind, unit: field.unit, options: field.options };
}

/** The captions of the relations and field of a path; empty if unknown. */
export function listCaptions(types: Types, from: QueryType | undefined, path: string): string[] {
  const found = findPath(types, from, path);
  if (found === null) return [];
  return [
    ...found.relations.map(({ caption }) => caption),
    ...(found.field === null ? [] : [found.field.caption]),
  ];
}

/** 'Asset › Class' for a path; the path itself if unknown. */
export const pathText = (types: Types, from: QueryType | undefined, path: string): string =>
  listCaptions(types, from, path).join(' › ') || path;

/** Whether a path leads to several records per row, each of which becomes a separate row. */
export const isManyPath = (types: Types, from: QueryType | undefined, path: string): boolean =>
  findPath(types, from, path)?.relations.some(({ many }) => many) ?? false;
