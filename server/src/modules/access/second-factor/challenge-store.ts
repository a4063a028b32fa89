import { type Insertable, sql } from 'kysely';
import type { Db } from '../../../platform/database/database.ts';
import type { SecondFactorChallengeTable } from '../../../platform/database/generated/rows.ts';

type Kind = SecondFactorChallengeTable['kind'];

export async function insertChallenge(
  db: Db,
  challenge: Insertable<SecondFactorChallengeTable>,
): Promise<void> {
  await db.deleteFrom('second_factor_challenge').where('expires_at', '<=', sql<Date>`now()`).execute();
  await db.insertInto('second_factor_challenge').values(challenge).execute();
}

/**
 * Counts an answer to a challenge before it is verified.
 * @returns null if the challenge does not exist or had too many answers.
 */
export async function updateAttempts(db: Db, kind: Kind, idHash: Buffer, maximum: number) {
  const row = await db
    .updateTable('second_factor_challenge')
    .set({ attempts: sql`attempts + 1` })
    .where('id_hash', '=', idHash)
    .where('kind', '=', kind)
    .where('attempts', '<', maximum)
    .where('expires_at', '>', sql<Date>`now()`)
    .returning(['user_id', 'data'])
    .executeTakeFirst();
  return row ?? null;
}

/** Deletes a challenge. @returns whether this call deleted it. */
export async function deleteChallenge(db: Db, idHash: Buffer): Promise<boolean> {
  const { numDeletedRows } = await db
    .deleteFrom('second_factor_challenge')
    .where('id_hash', '=', idHash)
    .executeTakeFirst();
  return numDeletedRows > 0n;
}

export async function deleteUserChallenges(db: Db, userId: number): Promise<void> {
  await db.deleteFrom('second_factor_challenge').where('user_id', '=', userId).execute();
}
