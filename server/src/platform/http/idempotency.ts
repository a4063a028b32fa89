import { createHash, randomUUID } from 'node:crypto';
import { acceptsKey, createsRecord, type RouteContract } from '@twinward/contracts/core/route';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { sql } from 'kysely';
import type { Actor } from '../actor.ts';
import type { Secrets } from '../config/secrets.ts';
import type { Db } from '../database/database.ts';
import type { Tenant } from '../database/tenants.ts';
import { beforeCommit } from '../database/transaction.ts';
import { AppError } from '../errors.ts';

/** How long a key is stored, in milliseconds. */
const keyLifetime = 24 * 3600_000;

/** Milliseconds after which a run that has committed nothing is considered dead, and its key can be used again. */
const runLifetime = 5 * 60_000;

const keyForm = /^[\x20-\x7e]{1,200}$/;

/**
 * Runs a call that creates something at most once for each Idempotency-Key of its user: later calls with the key get
 * the response of the first. A call that failed before it created something can be repeated with its key.
 * @throws AppError `conflict` for the key of another request, of one that still runs, or of one whose response is lost;
 *   `invalid-request` for an invalid key, and for a key of a call that takes a file.
 */
export async function runOnce<Answer>(
  { contract, request, reply, actor }: IdempotentCall,
  run: () => Promise<Answer>,
): Promise<Answer> {
  const key = request.headers['idempotency-key'];
  if (key === undefined || !actor || actor.connection || !createsRecord(contract)) return run();
  if (typeof key !== 'string' || !keyForm.test(key))
    throw new AppError(
      'invalid-request',
      'Idempotency-Key: Please give 1 to 200 printable ASCII characters.',
    );
  // The key is claimed before a file is read, so the files of two calls cannot be compared.
  if (!acceptsKey(contract))
    throw new AppError(
      'invalid-request',
      'A call with a file takes no Idempotency-Key. Please leave the key out, and look for what an earlier call made.',
    );
  const { db, secrets } = actor.tenant;
  const call = { user_id: actor.userId, call: `${contract.method} ${contract.path}`, key };
  const claim = await claimKey(actor.tenant, call, hashRequest(request));
  if (claim.answer !== null) {
    reply.header('idempotency-replayed', 'true');
    return JSON.parse(claim.answer) as Answer;
  }
  let answer: Answer;
  try {
    answer = await beforeCommit((transaction) => markCommitted(transaction, claim.run), run);
  } catch (error) {
    await logFailure(request, () =>
      endFailedRun(db, claim.run, error instanceof AppError ? error.status : 500),
    );
    throw error;
  }
  const own = db.updateTable('idempotent_call').where('run', '=', claim.run);
  const status = contract.status ?? 200;
  const isKept = await logFailure(request, async () => {
    const sealed = secrets.seal(JSON.stringify(answer ?? null), toPurpose(claim.run));
    await own.set({ status, answer: sealed }).execute();
  });
  // The call has taken effect, so a repetition must not run it again.
  if (!isKept) await logFailure(request, () => own.set({ committed: true, status }).execute());
  return answer;
}

export interface IdempotentCall {
  contract: RouteContract;
  request: FastifyRequest;
  reply: FastifyReply;
  actor: Actor | null;
}

/** Deletes expired keys. */
export async function deleteOldKeys(db: Db): Promise<void> {
  await db
    .deleteFrom('idempotent_call')
    .where('started_at', '<', new Date(Date.now() - keyLifetime))
    .execute();
}

/** Releases the key of a failed run; if the run had committed something, records that its response is lost. */
async function endFailedRun(db: Db, run: string, status: number): Promise<void> {
  await db.deleteFrom('idempotent_call').where('run', '=', run).where('committed', '=', false).execute();
  await db.updateTable('idempotent_call').set({ status }).where('run', '=', run).execute();
}

/**
 * Does some work whose failure must not change the response of the call.
 * @returns whether it succeeded
 */
async function logFailure({ log }: FastifyRequest, work: () => Promise<unknown>): Promise<boolean> {
  try {
    await work();
    return true;
  } catch (error) {
    log.error(error, 'what became of a call with an Idempotency-Key could not be kept');
    return false;
  }
}

function hashRequest({ url, body }: FastifyRequest): string {
  return createHash('sha256')
    .update(`${url}\n${JSON.stringify(body) ?? ''}`)
    .digest('base64');
}

/** Bodies may contain passwords, and responses tokens, so both are encrypted in the database. */
const toPurpose = (run: string) => `idempotent call ${run}`;

/** @returns the run that may continue, or the response that is already stored. */
async function claimKey(
  { db, secrets }: Tenant,
  call: { user_id: number; call: string; key: string },
  hash: string,
): Promise<{ run: string; answer: null } | { answer: string }> {
  const run = randomUUID();
  const now = Date.now();
  const request_hash = secrets.seal(hash, toPurpose(run));
  const claimed = await db
    .insertInto('idempotent_call')
    .values({ ...call, request_hash, run })
    .onConflict((conflict) =>
      conflict
        .columns(['user_id', 'call', 'key'])
        .doUpdateSet({
          request_hash,
          run,
          started_at: sql`now()`,
          committed: false,
          status: null,
          answer: null,
        })
        .where(({ or, and, eb }) =>
          or([
            eb('idempotent_call.started_at', '<', new Date(now - keyLifetime)),
            and([
              eb('idempotent_call.committed', '=', false),
              eb('idempotent_call.status', 'is', null),
              eb('idempotent_call.started_at', '<', new Date(now - runLifetime)),
            ]),
          ]),
        ),
    )
    .returning('run')
    .executeTakeFirst();
  if (claimed) return { run, answer: null };
  const earlier = await db
    .selectFrom('idempotent_call')
    .select(['request_hash', 'run', 'committed', 'status', 'answer', 'started_at'])
    .where((eb) => eb.and(call))
    .executeTakeFirst();
  const opened = earlier && openCall(secrets, earlier);
  if (opened && opened.hash !== hash)
    throw new AppError(
      'conflict',
      'The Idempotency-Key was sent with another request. Please choose a new one.',
    );
  if (opened?.answer != null) return { answer: opened.answer };
  const isOver =
    earlier !== undefined && (earlier.status !== null || earlier.started_at.getTime() < now - runLifetime);
  throw new AppError(
    'conflict',
    isOver && earlier.committed
      ? 'The call with this Idempotency-Key was carried out, but has not answered. Please look for what it made.'
      : 'The call with this Idempotency-Key is still running. Please try again later.',
    { retryAfter: 5 },
  );
}

/** @returns null after the key of the secrets was replaced. */
function openCall(
  { open }: Secrets,
  { run, request_hash, answer }: { run: string; request_hash: string; answer: string | null },
): { hash: string; answer: string | null } | null {
  try {
    const hash = open(request_hash, toPurpose(run));
    return { hash, answer: answer === null ? null : open(answer, toPurpose(run)) };
  } catch {
    return null;
  }
}

/** Runs in the transaction of the effect: a run that was superseded creates nothing. */
async function markCommitted(db: Db, run: string): Promise<void> {
  const { numUpdatedRows } = await db
    .updateTable('idempotent_call')
    .set({ committed: true })
    .where('run', '=', run)
    .executeTakeFirst();
  if (numUpdatedRows === 0n)
    throw new AppError('conflict', 'Another call with this Idempotency-Key took the place of this one.');
}
