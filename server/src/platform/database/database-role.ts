import type { DatabaseRole } from '@twinward/contracts/system/setting';
import { sql } from 'kysely';
import type { Db } from './database.ts';

/** Reads the role that uses a tenant's database, and whether it could alter tables, including the audit trail. */
export async function readDatabaseRole(db: Db): Promise<DatabaseRole> {
  const { rows } = await sql<DatabaseRole>`
    select current_user::text as role, pg_has_role(current_user, relowner, 'member') as "isOwner"
    from pg_class where oid = 'audit_entry'::regclass`.execute(db);
  return rows[0]!;
}
