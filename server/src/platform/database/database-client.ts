import pg from 'pg';
import { databaseTroubles } from '../process/metrics.ts';
import { classifyError } from './database-trouble.ts';
import { diskRefusals } from './disk-refusals.ts';
import { StatementNames } from './statement-names.ts';

export interface ClientOptions extends pg.ClientConfig {
  /** Whether statements that repeat are prepared, which saves the server most of their planning. */
  preparesStatements?: boolean;
  /** Called before each statement, which waits for the result. */
  giveWay?: (() => Promise<void> | null) | undefined;
}

/**
 * A node-postgres client that closes its connection when a query times out or the server ends the session. Without
 * this, the pool would pass the broken connection to the next query. It counts database trouble, and records writes
 * that failed because of a full disk.
 */
export class DatabaseClient extends pg.Client {
  readonly #names: StatementNames | null;
  readonly #giveWay: ClientOptions['giveWay'];
  /** While a statement waits, so that those after it keep their order. */
  #turn: Promise<void> | null = null;

  constructor(config?: ClientOptions) {
    super(config);
    this.#names = config?.preparesStatements ? new StatementNames() : null;
    this.#giveWay = config?.giveWay;
  }

  // biome-ignore lint/suspicious/noExplicitAny: the overloads of `query` are passed on as they are
  override query(...args: any[]): any {
    const [text, values, ...callback] = args;
    const name = typeof text === 'string' && Array.isArray(values) ? this.#names?.find(text, values) : null;
    const given = name ? [{ name, text, values }, ...callback] : args;
    const run = (): unknown => Reflect.apply(super.query, this, given);
    const turn = typeof text === 'string' ? this.#waitForTurn() : null;
    const result = turn ? turn.then(run) : run();
    if (result instanceof Promise) result.catch((error: unknown) => this.#failed(error));
    return result;
  }

  #waitForTurn(): Promise<void> | null {
    if (this.#turn || !this.#giveWay) return this.#turn;
    const turn = this.#giveWay();
    this.#turn = turn;
    void turn?.then(() => {
      this.#turn = null;
    });
    return turn;
  }

  // biome-ignore lint/suspicious/noExplicitAny: as above
  override connect(...args: any[]): any {
    const [done] = args;
    if (typeof done !== 'function') return super.connect();
    return super.connect((error: Error) => {
      if (error) this.#failed(error);
      done(error);
    });
  }

  #failed(error: unknown): void {
    // A migration has changed the columns of a prepared statement.
    if ((error as Partial<pg.DatabaseError>).routine === 'RevalidateCachedQuery') void this.end();
    const trouble = classifyError(error);
    if (!trouble) return;
    databaseTroubles.inc({ trouble });
    const { message, severity, file } = error as pg.DatabaseError;
    // Full shared memory has the error code of a full disk.
    if (trouble === 'disk-full' && file !== 'dsm_impl.c') diskRefusals.record(`${this.host}:${this.port}`);
    if (message === 'Query read timeout' || severity === 'FATAL') void this.end();
  }
}
