import type { Db } from '../../../platform/database/database.ts';
import type { Tenant } from '../../../platform/database/tenants.ts';

/** The arguments of a command handler. A run is one attempt of one process to execute the command. */
export interface CommandCall {
  /** Its `db` is read-only. */
  tenant: Tenant;
  commandId: string;
  input: Record<string, unknown>;
  /** The progress that an earlier, interrupted run recorded; null on the first run. */
  resumed: Record<string, unknown> | null;
  /** Aborts when the run must stop: the process ends, or another one may take the command. */
  signal: AbortSignal;
  /**
   * Runs `work` in a transaction that commits only while this is the command's current run; every write of a
   * handler belongs in one. Throws when the command must stop: do not catch that error.
   */
  transaction<T>(work: (db: Db) => Promise<T>): Promise<T>;
  /**
   * Records the progress, 0 to 100 percent, and the counts so far in a transaction of this run. Throws as
   * above.
   */
  progress(db: Db, percent: number, result: Record<string, unknown>): Promise<void>;
}

/** Executes the commands of one type. */
export interface CommandHandler {
  /** Does the work; returns the final result. An AppError ends the command with its message. */
  run(call: CommandCall): Promise<Record<string, unknown>>;
  /** Deletes what the command needed, in the transaction that ends it, with any outcome. */
  clean?(db: Db, input: Record<string, unknown>, commandId: string): Promise<void>;
}
