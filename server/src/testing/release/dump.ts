import { readdirSync, readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import type pg from 'pg';
import { databaseDirectory } from '../../platform/config/paths.ts';
import { createRepeatableTable } from '../../platform/database/repeatable.ts';

/** SQL that makes a database as it is: the statements that made its schema, then its rows. */
export async function dumpDatabase(client: pg.Client, schema: string): Promise<string> {
  const parts = [
    schema,
    // Rows as they are: triggers and foreign keys would add to them and ask for an order.
    'set session_replication_role = replica;',
  ];
  const tables = await readTables(client);
  parts.push(`truncate table ${tables.map(({ name }) => name).join(', ')};`);
  for (const { name, columns } of tables) {
    const values = columns.map((column) => `quote_nullable(${column}::text)`).join(', ');
    const { rows } = await client.query({
      // An array, as a function takes at most 100 arguments.
      text: `select '(' || array_to_string(array[${values}], ', ') || ')' from ${name}`,
      rowMode: 'array',
    });
    if (rows.length === 0) continue;
    const list = rows.map(([row]) => row).join(',\n');
    parts.push(`insert into ${name} (${columns.join(', ')}) overriding system value values\n${list};`);
  }
  const { rows: sequences } = await client.query(`
    select quote_literal(quote_ident(schemaname) || '.' || quote_ident(sequencename)) as name, last_value
    from pg_sequences where last_value is not null order by 1`);
  for (const { name, last_value } of sequences) parts.push(`select setval(${name}, ${last_value});`);
  parts.push('reset session_replication_role;');
  return `${parts.join('\n')}\n`;
}

async function readTables(client: pg.Client): Promise<{ name: string; columns: string[] }[]> {
  const { rows } = await client.query(`
    select format('%I.%I', nspname, relname) as name,
      array_agg(quote_ident(attname) order by attnum) as columns
    from pg_class
      join pg_namespace on pg_namespace.oid = relnamespace
      join pg_attribute on attrelid = pg_class.oid and attnum > 0 and not attisdropped and attgenerated = ''
    where relkind = 'r' and nspname !~ '^pg_' and nspname <> 'information_schema'
    group by 1 order by 1`);
  return rows;
}

/** The migrations of a folder, one after the other, and before them the table that records them. */
export function migratedSchema(directory: string, schema = 'public'): string {
  return [
    `create schema if not exists ${schema};`,
    `create table ${schema}.kysely_migration (
      name varchar(255) primary key, timestamp varchar(255) not null, checksum text);`,
    ...sqlIn(directory, listed(directory)),
  ].join('\n');
}

/** The functions, views and triggers, and before them the table that records them. */
export function definitions(): string {
  const directory = join(databaseDirectory, 'functions');
  return [`${createRepeatableTable('public')};`, ...sqlIn(directory, readdirSync(directory).sort())].join(
    '\n',
  );
}

/** What graphile-worker runs to install its own schema. */
export function jobsSchema(): string {
  const directory = join(dirname(createRequire(import.meta.url).resolve('graphile-worker')), '../sql');
  return [
    'create schema graphile_worker;',
    `create table graphile_worker.migrations (
      id int primary key, ts timestamptz not null default now(), breaking boolean not null default false);`,
    ...sqlIn(directory, readdirSync(directory).sort()),
  ]
    .join('\n')
    .replaceAll(':GRAPHILE_WORKER_SCHEMA', 'graphile_worker');
}

function sqlIn(directory: string, files: readonly string[]): string[] {
  return files.map((file) => readFileSync(join(directory, file), 'utf8'));
}

/** The files of a folder of migrations in the order in which they run. */
function listed(directory: string): string[] {
  const lines = readFileSync(join(directory, 'checksums'), 'utf8').split('\n').filter(Boolean);
  return lines.map((line) => line.split('  ')[1]!);
}
