import { sql } from 'kysely';
import type { Db } from '../platform/database/database.ts';

/** What a command and its uploaded file leave of themselves: no content of a tenant. */
const passing: readonly string[] = ['command', 'import_piece', 'package_row'];

/** A hash of the rows of each table of a tenant by its name, to prove that nothing was written. */
export async function hashContents(db: Db): Promise<Record<string, string>> {
  const { rows: tables } = await sql<{ name: string }>`
    select c.relname as name
    from pg_class c
    where c.relnamespace = current_schema()::regnamespace and c.relkind in ('r', 'p') and not c.relispartition
    order by 1`.execute(db);
  const contents: Record<string, string> = {};
  for (const { name } of tables.filter((table) => !passing.includes(table.name))) {
    const { rows } = await sql<{ hash: string }>`
      select md5(coalesce(string_agg(t::text, e'\n' order by t::text), '')) as hash
      from ${sql.id(name)} t`.execute(db);
    contents[name] = rows[0]!.hash;
  }
  return contents;
}
