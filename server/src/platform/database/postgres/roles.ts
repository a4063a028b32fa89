import { randomBytes } from 'node:crypto';
import pg from 'pg';
import { createEmptyDatabase } from '../server-databases.ts';

/** Owns the databases and everything in them: migrates them and creates new ones. */
export const ownerRole = 'twinward_owner';
/** Used by requests and jobs. */
export const applicationRole = 'twinward_application';

/** URLs of one database of the embedded server, by role. Secret: they hold passwords. */
export interface RoleUrls {
  applicationUrl: string;
  ownerUrl: string;
  /** For operations that neither of the other roles is allowed to do. */
  superuserUrl: string;
}

/**
 * Creates the roles and the database of the embedded server if they are missing, and gives the owner role what earlier
 * versions created as the superuser. Both roles get new passwords, which are not stored. Safe to interrupt: the next
 * call completes it.
 * @param superuserUrl of the database `postgres`.
 * @param database to create if it does not exist.
 */
export async function prepareRoles(superuserUrl: string, database: string): Promise<RoleUrls> {
  const ownerPassword = randomBytes(24).toString('base64url');
  const applicationPassword = randomBytes(24).toString('base64url');
  await withClient(superuserUrl, async (client) => {
    await ensureRole(client, ownerRole, ownerPassword, 'createdb');
    await ensureRole(client, applicationRole, applicationPassword, 'nocreatedb');
    const { rows } = await client.query<{ name: string; foreign: boolean }>(
      `select datname as name, datdba <> $1::regrole as foreign from pg_database
       where not datistemplate and datname <> 'postgres'`,
      [ownerRole],
    );
    if (!rows.some(({ name }) => name === database))
      await createEmptyDatabase(client, database, { owner: ownerRole });
    for (const { name } of rows.filter((row) => row.foreign)) {
      await transferOwnership(superuserUrl, name);
    }
  });
  return {
    applicationUrl: toUrl(superuserUrl, database, applicationRole, applicationPassword),
    ownerUrl: toUrl(superuserUrl, database, ownerRole, ownerPassword),
    superuserUrl: toUrl(superuserUrl, database),
  };
}

/**
 * Changes the owner of a database, and of everything in it that belongs to the superuser, to the owner role.
 */
export async function transferOwnership(superuserUrl: string, database: string): Promise<void> {
  await withClient(toUrl(superuserUrl, database), async (client) => {
    await client.query(changeOwners);
    // Last: while the superuser still owns the database, the next start tries again.
    await client.query(`alter database ${pg.escapeIdentifier(database)} owner to ${ownerRole}`);
  });
}

async function ensureRole(client: pg.Client, role: string, password: string, right: string): Promise<void> {
  const { rowCount } = await client.query('select from pg_roles where rolname = $1', [role]);
  if (rowCount === 0) await client.query(`create role ${role}`);
  await client.query(
    `alter role ${role} login nosuperuser nocreaterole noreplication nobypassrls ${right}
     password ${pg.escapeLiteral(password)}`,
  );
}

/**
 * Changes the owner of everything in a database that belongs to the superuser. REASSIGN OWNED refuses to do
 * so for the superuser of initdb. Extensions and their members are skipped; indexes and the sequences of
 * columns follow their tables.
 */
const changeOwners = `
  do $$
  declare statement text;
  begin
    for statement in
      select format('alter schema %I owner to ${ownerRole}', nspname) from pg_namespace
      where nspowner = current_user::regrole and nspname !~ '^pg_' and nspname <> 'information_schema'
      union all
      select format('alter %s %s owner to ${ownerRole}',
        case relkind when 'v' then 'view' when 'm' then 'materialized view' when 'S' then 'sequence' else 'table' end,
        pg_class.oid::regclass)
      from pg_class join pg_namespace on pg_namespace.oid = relnamespace
      where relowner = current_user::regrole and nspname !~ '^pg_' and nspname <> 'information_schema'
        and relkind in ('r', 'p', 'v', 'm', 'S')
        and not exists (
          select from pg_depend
          where classid = 'pg_class'::regclass and objid = pg_class.oid and deptype in ('a', 'i', 'e')
            and (relkind = 'S' or deptype = 'e'))
      union all
      select format('alter routine %s owner to ${ownerRole}', pg_proc.oid::regprocedure)
      from pg_proc join pg_namespace on pg_namespace.oid = pronamespace
      where proowner = current_user::regrole and nspname !~ '^pg_' and nspname <> 'information_schema'
        and not exists (
          select from pg_depend where classid = 'pg_proc'::regclass and objid = pg_proc.oid and deptype = 'e')
      union all
      select format('alter type %s owner to ${ownerRole}', pg_type.oid::regtype)
      from pg_type join pg_namespace on pg_namespace.oid = typnamespace
        left join pg_class on pg_class.oid = typrelid
      where typowner = current_user::regrole and nspname !~ '^pg_' and nspname <> 'information_schema'
        and (typtype in ('e', 'd', 'r') or relkind = 'c')
        and not exists (
          select from pg_depend where classid = 'pg_type'::regclass and objid = pg_type.oid and deptype = 'e')
    loop
      execute statement;
    end loop;
  end $$`;

function toUrl(url: string, database: string, role?: string, password?: string): string {
  const result = new URL(url);
  result.pathname = `/${encodeURIComponent(database)}`;
  if (role) result.username = role;
  if (password) result.password = password;
  return result.href;
}

async function withClient(url: string, use: (client: pg.Client) => Promise<unknown>): Promise<void> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  try {
    await use(client);
  } finally {
    await client.end();
  }
}
