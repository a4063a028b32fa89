import { AsyncLocalStorage } from 'node:async_hooks';
import { AppError } from '../errors.ts';
import type { Db } from './database.ts';

/** Work that runs once before a transaction commits, with all values collected during it. */
export interface CommitStep<T> {
  /** @throws Error outside a transaction of `withTransaction`. */
  collect(db: Db, values: Iterable<T>): void;
}

/** The pending steps of each open transaction, in the order of their first value. */
const openSteps = new WeakMap<Db, Map<CommitStep<never>, () => Promise<void>>>();

/**
 * Runs work in a transaction, then the steps that it collected values for, and commits. A step may collect values for
 * other steps. If `db` is already a transaction, the work joins it: the steps then run before that transaction commits.
 * @throws AppError `conflict` with the message of an error that a database function raises for users.
 */
export async function withTransaction<Result>(db: Db, work: (db: Db) => Promise<Result>): Promise<Result> {
  try {
    return await (db.isTransaction ? work(db) : runSteps(db, work));
  } catch (error) {
    if ((error as { code?: unknown }).code !== refusal) throw error;
    throw new AppError('conflict', (error as Error).message);
  }
}

const lastSteps = new AsyncLocalStorage<(db: Db) => Promise<void>>();

/** Does some work, with a final step in each transaction that it opens by `withTransaction`. */
export function beforeCommit<Result>(
  step: (db: Db) => Promise<void>,
  work: () => Promise<Result>,
): Promise<Result> {
  return lastSteps.run(step, work);
}

/** The SQLSTATE with which database functions reject a change; the message is for users. */
const refusal = 'TW001';

function runSteps<Result>(db: Db, work: (db: Db) => Promise<Result>): Promise<Result> {
  return db.transaction().execute(async (transaction) => {
    const steps = new Map<CommitStep<never>, () => Promise<void>>();
    openSteps.set(transaction, steps);
    const result = await work(transaction);
    for (;;) {
      const [next] = steps;
      if (!next) {
        await lastSteps.getStore()?.(transaction);
        return result;
      }
      const [step, run] = next;
      steps.delete(step);
      await run();
    }
  });
}

/** @param run receives each value once */
export function defineCommitStep<T extends string | number>(
  run: (db: Db, values: ReadonlySet<T>) => Promise<void>,
): CommitStep<T> {
  const collected = new WeakMap<Db, Set<T>>();
  const step: CommitStep<T> = {
    collect(db, values) {
      const steps = openSteps.get(db);
      if (!steps) throw new Error('This has to run in a transaction of withTransaction.');
      for (const value of values) {
        if (!steps.has(step)) {
          const set = new Set<T>();
          collected.set(db, set);
          steps.set(step, () => run(db, set));
        }
        collected.get(db)!.add(value);
      }
    },
  };
  return step;
}
