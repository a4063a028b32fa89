import { sql } from 'kysely';
import type { Db } from '../../../platform/database/database.ts';
import type { ExternalSignInTable } from '../../../platform/database/generated/rows.ts';

type Kind = ExternalSignInTable['kind'];

export async function insertStep(
  db: Db,
  kind: Kind,
  keyHash: Buffer,
  browserHash: Buffer,
  data: unknown,
  expiresAt: Date,
): Promise<void> {
  await db.deleteFrom('external_sign_in').where('expires_at', '<=', sql<Date>`now()`).execute();
  await db
    .insertInto('external_sign_in')
    .values({
      key_hash: keyHash,
      kind,
      browser_hash: browserHash,
      data: JSON.stringify(data),
      expires_at: expiresAt,
    })
    .execute();
}

/** Claims a pending step once; null if it does not exist, belongs to another browser, or has expired. */
export async function claimStep(db: Db, kind: Kind, keyHash: Buffer, browserHash: Buffer): Promise<unknown> {
  const row = await db
    .deleteFrom('external_sign_in')
    .where('key_hash', '=', keyHash)
    .where('kind', '=', kind)
    .where('browser_hash', '=', browserHash)
    .where('expires_at', '>', sql<Date>`now()`)
    .returning('data')
    .executeTakeFirst();
  return row?.data ?? null;
}
