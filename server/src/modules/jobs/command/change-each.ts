import type { Db } from '../../../platform/database/database.ts';
import { AppError } from '../../../platform/errors.ts';
import type { CommandCall } from './call.ts';

const maximumReasons = 20;

/** The result of a command that changes records one by one. */
interface EachResult<Reason> extends Record<string, unknown> {
  done: number;
  changed: number;
  refused: number;
  /** The first errors, one per record. */
  reasons: Reason[];
}

/**
 * Changes records one by one, each in a transaction that includes the counts. An interrupted command continues after
 * the last record. A refused record does not affect the others.
 * @param toReason returns the error of a refused record
 */
export async function changeEach<Reason>(
  { resumed, transaction, progress }: Pick<CommandCall, 'resumed' | 'transaction' | 'progress'>,
  ids: readonly number[],
  change: (db: Db, id: number) => Promise<void>,
  toReason: (id: number, message: string) => Reason | Promise<Reason>,
): Promise<EachResult<Reason>> {
  let result = (resumed as EachResult<Reason> | null) ?? { done: 0, changed: 0, refused: 0, reasons: [] };
  for (const id of ids.slice(result.done)) {
    const done = result.done + 1;
    const percent = (100 * done) / ids.length;
    try {
      const changed = { ...result, done, changed: result.changed + 1 };
      await transaction(async (db) => {
        await change(db, id);
        await progress(db, percent, changed);
      });
      result = changed;
    } catch (error) {
      if (!(error instanceof AppError)) throw error;
      const reasons = [...result.reasons, await toReason(id, error.message)].slice(0, maximumReasons);
      result = { ...result, done, refused: result.refused + 1, reasons };
      await transaction((db) => progress(db, percent, result));
    }
  }
  return result;
}
