import { compileProtection, type ProtectionProgram, type ThresholdError } from '@twinward/domain/evaluation';
import { sql } from 'kysely';
import type { Db } from '../../platform/database.ts';
import { publish } from '../../platform/live-events.ts';
import type { Logger } from '../../platform/log.ts';
import { readDefinitions, type StoredDefinition } from './definition.ts';
import { evaluateProtection } from './evaluate.ts';
import { createInputReader } from './inputs.ts';
import {
  type DueProtection,
  deleteDue,
  type Evaluated,
  lockDue,
  storeError,
  storeEvaluations,
} from './store.ts';

const protectionsPerBatch = 200;
/** A batch ends after so long, that what waits behind a slow protection is soon seen to. */
const batchTime = 500;
const idsPerEvent = 500;

/** Programs by revision: compiling again what did not change would cost more than evaluating it. */
export type ProgramCache = Map<string, ProtectionProgram | string>;
const maximumPrograms = 20_000;

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
export async function evaluateDue(db: Db, programs: ProgramCache, log: Logger): Promise<BatchResult> {
  try {
    return await evaluateBatch(db, programs, protectionsPerBatch);
  } catch (error) {
    if (isSerializationFailure(error)) return { dueSince: [] };
    log.warn({ err: error }, 'a batch could not be evaluated: its protections are taken one by one');
  }
  return evaluateOne(db, programs, log);
}

/** Another process changed what this one read: the work is still there. */
function isSerializationFailure(error: unknown): boolean {
  return ['40001', '40P01'].includes((error as { code?: string }).code ?? '');
}

/** Evaluates the first protection that is due by itself; one that fails is put aside with its error. */
async function evaluateOne(db: Db, programs: ProgramCache, log: Logger): Promise<BatchResult> {
  try {
    return await evaluateBatch(db, programs, 1);
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

async function evaluateBatch(db: Db, programs: ProgramCache, limit: number): Promise<BatchResult> {
  return db
    .transaction()
    .setIsolationLevel('repeatable read')
    .execute(async (transaction) => {
      const started = Date.now();
      const due = await lockDue(transaction, limit);
      const definitions = await readDefinitions(
        transaction,
        due.map((one) => one.protectionId),
      );
      const reader = createInputReader(transaction, await readWorkTags(transaction, definitions.values()));
      const evaluated: Evaluated[] = [];
      const done: DueProtection[] = [];
      for (const one of due) {
        done.push(one);
        const stored = definitions.get(one.protectionId);
        if (!stored?.active) continue;
        const program = programOf(stored, programs);
        if (typeof program === 'string') {
          await storeError(transaction, one.protectionId, program);
          continue;
        }
        const evaluation = await evaluateProtection(
          reader,
          stored,
          program,
          one.tracking,
          one.since,
          Date.now(),
        );
        if (evaluation) evaluated.push({ stored, evaluation });
        if (Date.now() - started > batchTime) break;
      }
      if (evaluated.length > 0) await storeEvaluations(transaction, evaluated);
      await deleteDue(
        transaction,
        done.map((one) => one.protectionId),
      );
      await publishEvaluated(
        transaction,
        [...definitions.values()].filter((stored) =>
          done.some((one) => one.protectionId === stored.protectionId),
        ),
      );
      return { dueSince: done.map((one) => one.dueSince) };
    });
}

/** The compiled program, or why there is none. */
function programOf(
  { revision, definition }: StoredDefinition,
  programs: ProgramCache,
): ProtectionProgram | string {
  const known = programs.get(revision);
  if (known !== undefined) return known;
  const compiled = compileProtection(definition);
  const program = compiled.ok ? compiled.program : describe(compiled.errors, definition.thresholds);
  programs.set(revision, program);
  if (programs.size > maximumPrograms) programs.delete(programs.keys().next().value!);
  return program;
}

function describe(errors: readonly ThresholdError[], thresholds: readonly { name: string }[]): string {
  return errors
    .map(({ threshold, message }) => {
      const name = thresholds[threshold]?.name;
      return name === undefined ? message : `${name}: ${message}`;
    })
    .join('\n');
}

async function readWorkTags(db: Db, definitions: Iterable<StoredDefinition>): Promise<Set<number>> {
  const tagIds = [...definitions].flatMap((stored) => [...stored.tagIds.values()]);
  const { rows } = await sql<{ id: number }>`
    select id from tag where id = any(${tagIds}::int[]) and type = 'work'`.execute(db);
  return new Set(rows.map((row) => row.id));
}

async function publishEvaluated(db: Db, definitions: readonly StoredDefinition[]): Promise<void> {
  for (let i = 0; i < definitions.length; i += idsPerEvent) {
    const some = definitions.slice(i, i + idsPerEvent);
    await publish(db, {
      type: 'evaluated',
      twinIds: [...new Set(some.map((stored) => stored.twinId))],
      protectionIds: some.map((stored) => stored.protectionId),
    });
  }
}
