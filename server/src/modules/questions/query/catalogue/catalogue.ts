import type { QueryField } from '@twinward/contracts/questions/query';
import type { ResultKind } from '@twinward/contracts/questions/query-result';
import { type RawBuilder, type SqlBool, sql } from 'kysely';
import type { ListField } from '../../../../platform/database/list.ts';

/** What queries may name: types of records, their fields, and what leads from one to another. All SQL is declared here. */
export type Catalogue = ReadonlyMap<string, CatalogueType>;

export interface CatalogueType {
  name: string;
  caption: string;
  pluralCaption: string;
  isSystem: boolean;
  /** Whether queries may ask it. Others are only walked to. */
  isSource: boolean;
  /** Whether the reader may read its records; to others there are none. */
  readable: boolean;
  /** A table or view. */
  table: string;
  /** Column of the id that references to its records have. */
  id: string;
  /** Columns that make up the key of a row; the id unless given. */
  key?: readonly string[];
  /** Type of the record that the id is of, where it is another's. */
  recordType?: string;
  /** Path of the text that names a record. */
  title: string;
  /** Condition for rows of the type. */
  isOfType?: (alias: string) => RawBuilder<SqlBool>;
  fields: ReadonlyMap<string, CatalogueField>;
  relations: ReadonlyMap<string, CatalogueRelation>;
}

export interface CatalogueField extends Pick<QueryField, 'name' | 'caption' | 'options' | 'list'> {
  kind: Exclude<ResultKind, 'reference'>;
  unit: string | null;
  sql: (alias: string) => RawBuilder<unknown>;
  /** Long texts are cut in results. */
  isLong?: boolean;
  /** A number that is as it was entered, not calculated. */
  isStored?: boolean;
  /** How lists filter by the field, where that has an index of its own. */
  filter?: (alias: string) => Omit<ListField, 'type'>;
  /** The field is a column of a joined row, such as the caption of an item. */
  via?: Pick<CatalogueRelation, 'type' | 'on'>;
}

export interface CatalogueRelation {
  name: string;
  caption: string;
  type: string;
  many: boolean;
  /** Joins the rows of the target directly, or from the rows of the table between. */
  on: (from: string, to: string) => RawBuilder<SqlBool>;
  /** A table between both types, and its join to the source. */
  through?: { table: string; on: (from: string, through: string) => RawBuilder<SqlBool> };
}

export const columnOf = (alias: string, column: string): RawBuilder<unknown> => sql.ref(`${alias}.${column}`);

type Extra = Partial<Pick<CatalogueField, 'unit' | 'options' | 'isLong' | 'sql' | 'list'>>;

/** A field that is a column. */
export const field = (
  name: string,
  caption: string,
  kind: CatalogueField['kind'],
  column: string,
  extra: Extra = {},
): CatalogueField => ({ name, caption, kind, unit: null, sql: (alias) => columnOf(alias, column), ...extra });

/** Options whose captions are their values with a capital and spaces. */
export const optionsOf = (...values: string[]) => ({
  options: values.map((value) => ({
    value,
    caption: (value.charAt(0).toUpperCase() + value.slice(1)).replaceAll(/[-_]/g, ' '),
  })),
});

/** A field that is an ISO 8601 duration in a column of text; its value is in seconds. */
export const durationField = (name: string, caption: string, column: string): CatalogueField =>
  field(name, caption, 'duration', column, {
    unit: 's',
    sql: (alias) => sql`duration_seconds(${columnOf(alias, column)})`,
  });

const same = (one: RawBuilder<unknown>, other: RawBuilder<unknown>) => sql<SqlBool>`${one} = ${other}`;

/** To the record whose id a column holds. @param id the column of the target's id */
export const toOne = (
  name: string,
  caption: string,
  type: string,
  column: string,
  id = 'id',
): CatalogueRelation => ({
  name,
  caption,
  type,
  many: false,
  on: (from, to) => same(columnOf(to, id), columnOf(from, column)),
});

/** To the records whose column holds the id. */
export const toMany = (
  name: string,
  caption: string,
  type: string,
  column: string,
  many = true,
): CatalogueRelation => ({
  name,
  caption,
  type,
  many,
  on: (from, to) => same(columnOf(to, column), columnOf(from, 'id')),
});

/** To records by a table of pairs. */
export const byPairs = (
  name: string,
  caption: string,
  type: string,
  [table, own, other]: [table: string, own: string, other: string],
): CatalogueRelation => ({
  name,
  caption,
  type,
  many: true,
  on: (through, to) => same(columnOf(to, 'id'), columnOf(through, other)),
  through: { table, on: (from, through) => same(columnOf(through, own), columnOf(from, 'id')) },
});

type Parts = Pick<CatalogueType, 'name' | 'caption' | 'pluralCaption' | 'table' | 'title'> &
  Partial<Pick<CatalogueType, 'id' | 'key' | 'isSource' | 'recordType'>> & {
    fields: CatalogueField[];
    relations?: CatalogueRelation[];
  };

/** A type of the system that everybody who may open the apps reads. */
export function systemType({ fields, relations = [], ...parts }: Parts): Omit<CatalogueType, 'readable'> {
  return {
    id: 'id',
    isSystem: true,
    isSource: true,
    ...parts,
    fields: new Map(fields.map((one) => [one.name, one])),
    relations: new Map(relations.map((one) => [one.name, one])),
  };
}
