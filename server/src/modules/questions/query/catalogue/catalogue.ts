import type { QueryField } from '@twinward/contracts/questions/query';
import type { ResultKind } from '@twinward/contracts/questions/query-result';
import { type RawBuilder, type SqlBool, sql } from 'kysely';
import type { ListField } from '../../../../platform/database/list.ts';

/** The types, fields and relations that queries can name. All their SQL is declared here. */
export type Catalogue = ReadonlyMap<string, CatalogueType>;

export interface CatalogueType {
  name: string;
  caption: string;
  pluralCaption: string;
  isSystem: boolean;
  /** Whether it can be the source of a query. Other types can only be reached by relations. */
  isSource: boolean;
  /** Whether the reader may read its records. If not, queries find no records. */
  readable: boolean;
  /** A table or view. */
  table: string;
  /** Column that references to its records contain. */
  id: string;
  /** Columns of the row key; by default the id. */
  key?: readonly string[];
  /** Type of the record that the id belongs to, if it is another type. */
  recordType?: string;
  /** Path of the title of a record. */
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
  /** Whether results truncate the text. */
  isLong?: boolean;
  /** Whether the number is stored as entered, not calculated. */
  isStored?: boolean;
  /** How to filter by the field with its own index, if it has one. */
  filter?: (alias: string) => Omit<ListField, 'type'>;
  /** Set if the field is a column of a joined row, such as the caption of an item. */
  via?: Pick<CatalogueRelation, 'type' | 'on'>;
}

export interface CatalogueRelation {
  name: string;
  caption: string;
  type: string;
  many: boolean;
  /** Join condition of the target with the source, or with the table in `through`. */
  on: (from: string, to: string) => RawBuilder<SqlBool>;
  /** The link table, and its join condition with the source. */
  through?: { table: string; on: (from: string, through: string) => RawBuilder<SqlBool> };
}

export const toColumn = (alias: string, column: string): RawBuilder<unknown> => sql.ref(`${alias}.${column}`);

type Extra = Partial<Pick<CatalogueField, 'unit' | 'options' | 'isLong' | 'sql' | 'list'>>;

/** Returns a field that is a column. */
export const field = (
  name: string,
  caption: string,
  kind: CatalogueField['kind'],
  column: string,
  extra: Extra = {},
): CatalogueField => ({ name, caption, kind, unit: null, sql: (alias) => toColumn(alias, column), ...extra });

/** Returns options whose captions are the values with a capital letter and spaces. */
export const toOptions = (...values: string[]) => ({
  options: values.map((value) => ({
    value,
    caption: (value.charAt(0).toUpperCase() + value.slice(1)).replaceAll(/[-_]/g, ' '),
  })),
});

/** Returns a field for a text column that contains an ISO 8601 duration. The value is in seconds. */
export const durationField = (name: string, caption: string, column: string): CatalogueField =>
  field(name, caption, 'duration', column, {
    unit: 's',
    sql: (alias) => sql`duration_seconds(${toColumn(alias, column)})`,
  });

const same = (one: RawBuilder<unknown>, other: RawBuilder<unknown>) => sql<SqlBool>`${one} = ${other}`;

/** Relation to the record whose id a column contains. */
export const toOne = (name: string, caption: string, type: string, column: string): CatalogueRelation => ({
  name,
  caption,
  type,
  many: false,
  on: (from, to) => same(toColumn(to, 'id'), toColumn(from, column)),
});

/** Relation to the records with a column that contains the id of the source. */
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
  on: (from, to) => same(toColumn(to, column), toColumn(from, 'id')),
});

/** Relation to records by a link table. */
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
  on: (through, to) => same(toColumn(to, 'id'), toColumn(through, other)),
  through: { table, on: (from, through) => same(toColumn(through, own), toColumn(from, 'id')) },
});

type Parts = Pick<CatalogueType, 'name' | 'caption' | 'pluralCaption' | 'table' | 'title'> &
  Partial<Pick<CatalogueType, 'id' | 'key' | 'isSource' | 'recordType'>> & {
    fields: CatalogueField[];
    relations?: CatalogueRelation[];
  };

/** Returns a system type that all users with access to the apps may read. */
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
