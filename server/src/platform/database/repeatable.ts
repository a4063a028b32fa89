import { createHash } from 'node:crypto';
import { readdir, readFile } from 'node:fs/promises';
import { basename, join } from 'node:path';
import { type Kysely, sql } from 'kysely';
import { StartError } from '../process/start-error.ts';

/** A file that is applied whenever its checksum changes. */
export interface RepeatableFile {
  /** Relative to its folder, such as `functions/search.sql`. */
  name: string;
  text: string;
  /** SHA-256 in hexadecimal digits. */
  checksum: string;
}

/**
 * The files of a folder in the order in which they are applied: first `functions/*.sql`, the current
 * definitions of functions, views and triggers; then `reference/NAME.json`, which the function
 * `load_NAME(json)` loads. The checksum of a reference file covers the definitions too, since they load it.
 */
export async function readRepeatableFiles(directory: string): Promise<RepeatableFile[]> {
  const definitions = await readFolder(directory, 'functions', '.sql');
  const definitionsChecksum = calculateChecksum(...definitions.map(({ checksum }) => checksum));
  const documents = await readFolder(directory, 'reference', '.json');
  const loaded = documents.map((file) => ({
    ...file,
    checksum: calculateChecksum(definitionsChecksum, file.text),
  }));
  return [...definitions, ...loaded];
}

async function readFolder(directory: string, folder: string, extension: string): Promise<RepeatableFile[]> {
  const names = await readdir(join(directory, folder));
  return Promise.all(
    names
      .filter((name) => name.endsWith(extension))
      .sort()
      .map(async (name) => {
        const text = await readFile(join(directory, folder, name), 'utf8');
        return { name: `${folder}/${name}`, text, checksum: calculateChecksum(text) };
      }),
  );
}

function calculateChecksum(...parts: readonly string[]): string {
  return createHash('sha256').update(parts.join('\n')).digest('hex');
}

/** Table of the applied files. */
export const repeatableTable = 'repeatable_file';
export const createRepeatableTable = (schema: string) =>
  `create table if not exists "${schema}".${repeatableTable} (name text primary key, checksum text not null)`;

/**
 * Applies files in the caller's transaction.
 * @param applied checksums by name of the applied files; unchanged files are skipped.
 * @throws StartError naming the file that fails.
 */
export async function applyRepeatableFiles<Schema>(
  db: Kysely<Schema>,
  files: readonly RepeatableFile[],
  schema: string,
  applied: ReadonlyMap<string, string | null>,
): Promise<void> {
  const table = sql.id(schema, repeatableTable);
  for (const { name, text, checksum } of files) {
    if (applied.get(name) === checksum) continue;
    const statement = name.endsWith('.json')
      ? sql`select ${sql.id(`load_${basename(name, '.json')}`)}(${text}::json)`
      : sql.raw(text);
    await statement.execute(db).catch((error: Error) => {
      throw new StartError(`${name} failed: ${error.message}`, { cause: error });
    });
    await sql`insert into ${table} (name, checksum) values (${name}, ${checksum})
      on conflict (name) do update set checksum = excluded.checksum`.execute(db);
  }
  await sql`delete from ${table} where name <> all(${files.map(({ name }) => name)}::text[])`.execute(db);
}
