import pg from 'pg';

/** Tables that the application role may not change at will, each with what it may do. */
const restricted: Readonly<Record<string, string>> = {
  'public.audit_entry': 'select, insert',
  'public.kysely_migration': 'select',
  'public.repeatable_file': 'select',
};

/**
 * Gives the application role what requests and jobs need in a tenant's database, and no more: to read and change
 * rows, but not to alter tables or to change the audit trail. Does nothing where it has it already, or where the
 * role owns the tables.
 * @param owner of the database, as the role that owns its tables.
 */
export async function grantTenant(owner: pg.Pool, role: string): Promise<void> {
  const name = pg.escapeIdentifier(role);
  const everything = 'select, insert, update, delete';
  await grant(owner, role, isGranted, [
    'revoke create on schema public from public',
    ...['public', 'graphile_worker'].flatMap((schema) => [
      `grant usage on schema ${schema} to ${name}`,
      `grant ${everything} on all tables in schema ${schema} to ${name}`,
      `grant usage, select, update on all sequences in schema ${schema} to ${name}`,
      `alter default privileges in schema ${schema} grant ${everything} on tables to ${name}`,
      `alter default privileges in schema ${schema} grant usage, select, update on sequences to ${name}`,
    ]),
    ...Object.entries(restricted).flatMap(([table, privileges]) => [
      `revoke all on ${table} from ${name}`,
      `grant ${privileges} on ${table} to ${name}`,
    ]),
    allowRows,
  ]);
}

/** As `grantTenant`, in the catalogue: to read which tenants there are. */
export async function grantCatalogue(owner: pg.Pool, role: string): Promise<void> {
  const name = pg.escapeIdentifier(role);
  await grant(owner, role, `select has_schema_privilege($1, 'twinward', 'usage') as granted`, [
    `grant select on all tables in schema twinward to ${name}`,
    `grant usage on schema twinward to ${name}`,
  ]);
}

/** Whether the role has its rights on every table, and no other on those that are restricted. */
const isGranted = `
  select not exists (
    select from pg_class join pg_namespace on pg_namespace.oid = relnamespace
    where nspname in ('public', 'graphile_worker') and relkind in ('r', 'v') and not case
      when format('%I.%I', nspname, relname) = any (array[${Object.keys(restricted)
        .map((table) => pg.escapeLiteral(table))
        .join(', ')}])
      then has_table_privilege($1, pg_class.oid, 'select')
        and not has_table_privilege($1, pg_class.oid, 'update, delete, truncate')
      else has_table_privilege($1, pg_class.oid, 'delete') end
    or nspname = 'graphile_worker' and relrowsecurity
      and not exists (select from pg_policy where polrelid = pg_class.oid)) as granted`;

/** graphile-worker protects the rows of its tables from all but their owner, unless a policy allows them. */
const allowRows = `
  do $$
  declare found record;
  begin
    for found in
      select pg_class.oid::regclass as name from pg_class
      where relnamespace = 'graphile_worker'::regnamespace and relrowsecurity
        and not exists (select from pg_policy where polrelid = pg_class.oid)
    loop
      execute format('create policy every_row on %s using (true) with check (true)', found.name);
    end loop;
  end $$`;

/**
 * @param question whether the role $1 has its rights already, as `granted`.
 * @param statements run in one transaction, by one process at a time.
 */
async function grant(
  owner: pg.Pool,
  role: string,
  question: string,
  statements: readonly string[],
): Promise<void> {
  const { rows } = await owner.query<{ owner: string }>('select current_user as owner');
  if (rows[0]!.owner === role) return;
  const answer = await owner.query<{ granted: boolean }>(question, [role]);
  if (answer.rows[0]!.granted) return;
  // Several statements in one query are one transaction.
  await owner.query(
    [`select pg_advisory_xact_lock(hashtext('twinward'), hashtext('grants'))`, ...statements].join(';\n'),
  );
}
