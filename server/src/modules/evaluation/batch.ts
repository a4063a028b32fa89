import { compileProtection, type PointBlock, type ThresholdError } from '@twinward/domain/evaluation';
import type { Db } from '../../platform/database.ts';
import { publish } from '../../platform/live-events.ts';
import type { Logger } from '../../platform/log.ts';
import { type Points, readNewPoints } from '../../series/index.ts';
import { readDefinitions, type StoredDefinition } from './definition.ts';
import { type Evaluation, evaluateOn, evaluateStored, type Prepared } from './evaluate.ts';
import { createInputReader } from './inputs.ts';
import type { PreparedCache } from './prepared-cache.ts';
import {
  type DueProtection,
  deleteDue,
  lockDue,
  readTracking,
  storeError,
  storeEvaluations,
} from './store.ts';

const protectionsPerBatch = 2000;
/** A batch ends after so long, that what waits behind slow protections is soon seen to. */
const batchTime = 500;
const idsPerEvent = 500;

/** What a batch did, for the metrics. */
export interface BatchResult {
  /** Since when each protection had waited. */
  dueSince: Date[];
}

/**
 * Evaluates some of the protections that are due, in one transaction on one snapshot: what it found, the
 * state it ends in and the note that it was due change together, so that a process that dies leaves the
 * work to be done once more, and none twice in effect.
 */
export async function evaluateDue(db: Db, cache: PreparedCache, log: Logger): Promise<BatchResult> {
  try {
    return await evaluateBatch(db, cache, protectionsPerBatch);
  } catch (error) {
    if (isSerializationFailure(error)) return { dueSince: [] };
    log.warn({ err: error }, 'a batch could not be evaluated: its protections are taken one by one');
  }
  return evaluateOne(db, cache, log);
}

/** Another process changed what this one read: the work is still there. */
function isSerializationFailure(error: unknown): boolean {
  return ['40001', '40P01'].includes((error as { code?: string }).code ?? '');
}

/** Evaluates the first protection that is due by itself; one that fails is put aside with its error. */
async function evaluateOne(db: Db, cache: PreparedCache, log: Logger): Promise<BatchResult> {
  try {
    return await evaluateBatch(db, cache, 1);
  } catch (error) {
    if (isSerializationFailure(error)) return { dueSince: [] };
    log.error({ err: error }, 'a protection could not be evaluated');
    return db.transaction().execute(async (transaction) => {
      const due = await lockDue(transaction, 1);
      for (const { protectionId } of due) {
        await storeError(transaction, protectionId, 'It could not be evaluated; the reason has been logged.');
      }
      await deleteDue(
        transaction,
        due.map((one) => one.protectionId),
      );
      return { dueSince: due.map((one) => one.dueSince) };
    });
  }
}

async function evaluateBatch(db: Db, cache: PreparedCache, limit: number): Promise<BatchResult> {
  const evaluations: Evaluation[] = [];
  const result = await db
    .transaction()
    .setIsolationLevel('repeatable read')
    .execute(async (transaction) => {
      const started = Date.now();
      const due = await lockDue(transaction, limit);
      const left = await evaluateAtHand(transaction, due, cache, evaluations);
      const skipped = await evaluateFromStore(transaction, left, started + batchTime, evaluations);
      const done = due.filter((one) => !skipped.has(one));
      if (evaluations.length > 0) await storeEvaluations(transaction, evaluations);
      await deleteDue(
        transaction,
        done.map((one) => one.protectionId),
      );
      await publishEvaluated(transaction, evaluations);
      return { dueSince: done.map((one) => one.dueSince) };
    });
  // Only now is what they hold also what is stored.
  for (const { prepared } of evaluations) cache.put(prepared);
  return result;
}

/**
 * Evaluates the protections whose evaluator this process has at hand, on the points that are new to them,
 * read in one statement. Returns the others.
 */
async function evaluateAtHand(
  db: Db,
  due: readonly DueProtection[],
  cache: PreparedCache,
  evaluations: Evaluation[],
): Promise<DueProtection[]> {
  const left: DueProtection[] = [];
  const atHand: { one: DueProtection; prepared: Prepared; after: number }[] = [];
  for (const one of due) {
    const prepared = one.active ? cache.take(one.protectionId) : null;
    const after = prepared?.tracking.states.at(-1)?.time;
    const current = prepared?.tracking.token === one.token && prepared.tracking.version === one.version;
    if (prepared && after !== undefined && current && one.since !== null && one.since > after) {
      atHand.push({ one, prepared, after });
    } else {
      left.push(one);
    }
  }
  const wanted = new Map<number, number>();
  for (const { prepared, after } of atHand) {
    for (const tagId of tagsOf(prepared)) wanted.set(tagId, Math.min(after, wanted.get(tagId) ?? after));
  }
  const points = await readNewPoints(
    db,
    [...wanted].map(([tagId, after]) => ({ tagId, after })),
  );
  const now = Date.now();
  for (const { one, prepared } of atHand) {
    const blocks = blocksOf(prepared, points);
    if (blocks) evaluations.push(evaluateOn(prepared, blocks, now));
    else left.push(one);
  }
  return left;
}

function tagsOf({ program, stored }: Prepared): number[] {
  return program.inputs.map(({ alias }) => stored.tagIds.get(alias)!);
}

/** The inputs' blocks; null when one of them has to be read by itself. */
function blocksOf(
  { program, stored }: Prepared,
  points: ReadonlyMap<number, Points>,
): Map<string, PointBlock> | null {
  const blocks = new Map<string, PointBlock>();
  for (const { alias, type } of program.inputs) {
    const found = points.get(stored.tagIds.get(alias)!);
    if (!found || type === 'work') return null;
    const { times, values, qualities } = found;
    blocks.set(alias, { times, values, qualities: qualities ?? undefined, length: times.length });
  }
  return blocks;
}

/** Evaluates protections from what is stored, while there is time. Returns those that it did not come to. */
async function evaluateFromStore(
  db: Db,
  due: readonly DueProtection[],
  until: number,
  evaluations: Evaluation[],
): Promise<ReadonlySet<DueProtection>> {
  const active = due.filter((one) => one.active);
  const ids = active.map((one) => one.protectionId);
  const definitions = await readDefinitions(db, ids);
  const earlier = await readTracking(db, ids);
  for (const [i, one] of active.entries()) {
    // The first is evaluated however late it is, so that every batch gets on.
    if (Date.now() > until && (i > 0 || evaluations.length > 0)) return new Set(active.slice(i));
    const stored = definitions.get(one.protectionId)!;
    const compiled = compileProtection(stored.definition);
    if (!compiled.ok) {
      await storeError(db, one.protectionId, describe(compiled.errors, stored));
      continue;
    }
    const { tracking, checkpoints } = earlier.get(one.protectionId)!;
    const history =
      tracking?.version === stored.version
        ? { checkpoints, states: tracking.states }
        : { checkpoints: [], states: [] };
    const reader = createInputReader(db, stored);
    const evaluation = await evaluateStored(reader, stored, compiled.program, history, one.since, Date.now());
    if (evaluation) evaluations.push(evaluation);
  }
  return new Set();
}

function describe(
  errors: readonly ThresholdError[],
  { definition: { thresholds } }: StoredDefinition,
): string {
  return errors
    .map(({ threshold, message }) => {
      const name = thresholds[threshold]?.name;
      return name === undefined ? message : `${name}: ${message}`;
    })
    .join('\n');
}

async function publishEvaluated(db: Db, evaluations: readonly Evaluation[]): Promise<void> {
  for (let i = 0; i < evaluations.length; i += idsPerEvent) {
    const some = evaluations.slice(i, i + idsPerEvent).map(({ prepared }) => prepared.stored);
    await publish(db, {
      type: 'evaluated',
      twinIds: [...new Set(some.map((stored) => stored.twinId))],
      protectionIds: some.map((stored) => stored.protectionId),
    });
  }
}
