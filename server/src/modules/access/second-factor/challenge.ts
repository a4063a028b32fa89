import type { Db } from '../../../platform/database/database.ts';
import type { SecondFactorChallengeTable } from '../../../platform/database/generated/rows.ts';
import { hashToken, newToken } from '../../../platform/tokens.ts';
import { deleteChallenge, insertChallenge, updateAttempts } from './challenge-store.ts';

/** Milliseconds */
export const challengeLifetime = 5 * 60_000;
/** Maximum number of answers per challenge. After that, the password is required again. */
export const maximumAnswers = 5;

/** A pending step that requires an answer from its user, to complete a sign-in or to confirm a new factor. */
export interface Challenge {
  idHash: Buffer;
  userId: number;
  data: unknown;
}

/** @returns the id, which only the browser keeps. */
export async function issueChallenge(
  db: Db,
  kind: SecondFactorChallengeTable['kind'],
  userId: number,
  data: unknown,
): Promise<string> {
  const id = newToken();
  await insertChallenge(db, {
    id_hash: hashToken(id),
    user_id: userId,
    kind,
    data: JSON.stringify(data),
    expires_at: new Date(Date.now() + challengeLifetime),
  });
  return id;
}

/**
 * Counts an answer, and returns its challenge. The answer is counted immediately, outside the transaction that verifies
 * it.
 * @returns null if the challenge does not exist or had too many answers.
 */
export async function verifyAnswer(
  db: Db,
  kind: SecondFactorChallengeTable['kind'],
  id: string,
): Promise<Challenge | null> {
  const idHash = hashToken(id);
  const row = await updateAttempts(db, kind, idHash, maximumAnswers);
  return row && { idHash, userId: row.user_id, data: row.data };
}

/** Deletes a challenge. @returns false if another answer already completed it. */
export function completeChallenge(db: Db, { idHash }: Challenge): Promise<boolean> {
  return deleteChallenge(db, idHash);
}
