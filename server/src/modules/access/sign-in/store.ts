import { sql } from 'kysely';
import type { Db } from '../../../platform/database/database.ts';
import { selectUsers } from '../user/service.ts';

/**
 * Selects the user of an open session, the session's start and end, and the value of a tenant's setting; null if the
 * session is not open. Every call runs this, so it is a single statement.
 */
export async function selectSignedIn(db: Db, idHash: Buffer, settingName: string) {
  const row = await selectUsers(db)
    .innerJoin('session', 'session.user_id', 'app_user.id')
    .select(['session.created_at as session_created_at', 'session.expires_at as session_expires_at'])
    .select((eb) =>
      eb
        .selectFrom('system_setting')
        .select('system_setting.value')
        .where('system_setting.name', '=', settingName)
        .as('setting'),
    )
    .where('session.id_hash', '=', idHash)
    .where('session.expires_at', '>', sql<Date>`now()`)
    .executeTakeFirst();
  return row ?? null;
}
