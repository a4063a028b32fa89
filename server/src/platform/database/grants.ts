import pg from 'pg';

/** Tables with restricted access for the application role, each with the privileges granted. */
const restricted: Readonly<Record<string, string>> = {
  'public.audit_entry': 'select, insert',
  'public.kysely_migration': 'select',
  'public.repeatable_file': 'select',
};

/**
 * Grants the application role what requests and jobs need in a tenant's database: to read and change rows, but neither
 * to alter tables nor to change the audit trail. Does nothing if the privileges are already right, or if the role owns
 * the tables.
 * @param owner pool of the role that owns the tables.
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

/** Like `grantTenant`, for the catalogue: the role may read the tenants. */
export async function grantCatalogue(owner: pg.Pool, role: string): Promise<void> {
  const name = pg.escapeIdentifier(role);
  await grant(owner, role, `select has_schema_privilege($1, 'twinward', 'usage') as granted`, [
    `grant select on all tables in schema twinward to ${name}`,
    `grant usage on schema twinward to ${name}`,
  ]);
}

/** Whether the role has its privileges on every table, and no others on the restricted ones. */
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

/**
 * graphile-worker enables row-level security on its tables: only their owner sees rows, unless a policy
 * allows others to.
 */
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
 * @param question query that returns as `granted` whether the role $1 already has its privileges.
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
  // PostgreSQL runs several statements of one simple query in one transaction.
  await owner.query(
    [`select pg_advisory_xact_lock(hashtext('twinward'), hashtext('grants'))`, ...statements].join(';\n'),
  );
}
