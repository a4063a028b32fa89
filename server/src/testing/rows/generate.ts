import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import type pg from 'pg';
import { serverDirectory } from '../../platform/config/paths.ts';
import { requiredColumns, triggerColumns } from '../../platform/database/columns.ts';

const databaseDirectory = join(serverDirectory, 'src/platform/database');
export const rowsFile = join(databaseDirectory, 'generated/rows.ts');

interface Column {
  name: string;
  /** Such as `int4`, or `_int4` for an array. */
  type: string;
  required: boolean;
  /** The database writes it, and nothing else can. */
  always: boolean;
  hasDefault: boolean;
  comment: string | null;
  /** Definition of a CHECK of this column alone with a list of values. */
  list: string | null;
}

interface Relation {
  name: string;
  isView: boolean;
  comment: string | null;
  columns: Column[];
}

/** What node-postgres makes of a type, as `createDatabase` configures it. */
const types: Readonly<Record<string, string>> = {
  bool: 'boolean',
  bytea: 'Buffer',
  date: 'string',
  float4: 'number',
  float8: 'number',
  int2: 'number',
  int4: 'number',
  int8: 'number',
  jsonb: 'unknown',
  text: 'string',
  timestamptz: 'Date',
  uuid: 'string',
  _bool: 'boolean[]',
  _int2: 'number[]',
  _int4: 'number[]',
  _int8: 'string[]',
  _float8: 'number[]',
  _text: 'string[]',
};

/** The text of `rows.ts` for a tenant's migrated database. */
export async function generateRows(client: pg.Pool | pg.Client): Promise<string> {
  const overridden = await readOverridden();
  const relations = await readRelations(client);
  const known = new Set(
    relations.flatMap(({ name, columns }) => columns.map((one) => `${name}.${one.name}`)),
  );
  const named = Object.entries(requiredColumns).flatMap(([view, columns]) =>
    columns.map((column) => `${view}.${column}`),
  );
  const unknown = [...overridden, ...triggerColumns, ...named].filter((column) => !known.has(column));
  if (unknown.length > 0) throw new Error(`columns.ts names columns that don't exist: ${unknown.join(', ')}`);
  const interfaces = relations.map((relation) => toInterface(relation, overridden));
  const tables = relations.map((relation) => `  ${relation.name}: ${interfaceName(relation)};`);
  return `// Generated from the migrated database by \`npm run rows\`: do not edit.
import type { ColumnType, Generated, GeneratedAlways } from 'kysely';
import type { ColumnTypes } from '../columns.ts';

${interfaces.join('\n\n')}

/** The tables and views of a tenant's database. */
export interface Tables {
${tables.join('\n')}
}
`;
}

/** The columns whose types \`ColumnTypes\` gives. */
async function readOverridden(): Promise<ReadonlySet<string>> {
  const text = await readFile(join(databaseDirectory, 'columns.ts'), 'utf8');
  return new Set([...text.matchAll(/^ {2}'(\w+\.\w+)':/gm)].map((match) => match[1]!));
}

async function readRelations(client: pg.Pool | pg.Client): Promise<Relation[]> {
  const { rows } = await client.query<Relation>(`
    select relname as name, relkind = 'v' as "isView", obj_description(pg_class.oid, 'pg_class') as comment,
      json_agg(json_build_object('name', attname, 'type', typname, 'required', attnotnull,
        'always', attidentity = 'a' or attgenerated <> '', 'hasDefault', atthasdef or attidentity <> '',
        'comment', col_description(pg_class.oid, attnum), 'list', (
          select pg_get_constraintdef(oid) from pg_constraint
          where conrelid = pg_class.oid and contype = 'c' and conkey = array[attnum]
            and pg_get_constraintdef(oid) like '%= ANY (ARRAY[%'
        )) order by attnum) as columns
    from pg_class
      join pg_attribute on attrelid = pg_class.oid and attnum > 0 and not attisdropped
      join pg_type on pg_type.oid = atttypid
    where relnamespace = 'public'::regnamespace and relkind in ('r', 'v') 
      and relname not in ('kysely_migration', 'repeatable_file')
    group by pg_class.oid order by relname`);
  return rows;
}

function interfaceName({ name, isView }: Relation): string {
  const words = name.split('_').map((word) => word[0]!.toUpperCase() + word.slice(1));
  return `${words.join('')}${isView ? 'View' : 'Table'}`;
}

function toInterface(relation: Relation, overridden: ReadonlySet<string>): string {
  const lines = relation.columns.flatMap((column) => [
    ...docComment(column.comment, '  '),
    `  ${column.name}: ${columnType(relation, column, overridden)};`,
  ]);
  return [
    ...docComment(relation.comment, ''),
    `export interface ${interfaceName(relation)} {`,
    ...lines,
    '}',
  ].join('\n');
}

function docComment(text: string | null, indent: string): string[] {
  return text === null ? [] : [`${indent}/** ${text} */`];
}

function columnType(relation: Relation, column: Column, overridden: ReadonlySet<string>): string {
  const path = `${relation.name}.${column.name}`;
  const type = overridden.has(path) ? `ColumnTypes['${path}']` : (listedType(column) ?? types[column.type]);
  if (type === undefined) throw new Error(`the type ${column.type} of ${path} is unknown`);
  const required = relation.isView ? requiredColumns[relation.name]?.includes(column.name) : column.required;
  const orNull = required ? '' : ' | null';
  if (column.type === 'jsonb' && !relation.isView) {
    // Written as JSON text: node-postgres would write an array as one of PostgreSQL's.
    const insert = `string${orNull}${column.hasDefault ? ' | undefined' : ''}`;
    return `ColumnType<${type}${orNull}, ${insert}, string${orNull}>`;
  }
  if (column.always || triggerColumns.includes(path)) return `GeneratedAlways<${type}${orNull}>`;
  return column.hasDefault ? `Generated<${type}${orNull}>` : `${type}${orNull}`;
}

/** The union of the texts that a CHECK lists. */
function listedType({ list }: Column): string | null {
  const values = /ARRAY\[('.*)\]/.exec(list ?? '')?.[1];
  if (values === undefined) return null;
  const texts = [...values.matchAll(/'((?:[^']|'')*)'::text/g)].map((match) =>
    match[1]!.replaceAll("''", "\\'"),
  );
  return texts.map((text) => `'${text}'`).join(' | ');
}
