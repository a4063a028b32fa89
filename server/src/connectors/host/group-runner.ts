import { chooseConnection } from '@twinward/domain/connections/choice';
import type { Circuits } from '@twinward/domain/connections/circuits';
import { isFinal, manyFailures, retryDelay } from '@twinward/domain/connections/failures';
import { ConnectorFailure } from '../connector.ts';
import type { Clock } from './clock.ts';
import { ConnectionRun } from './connection-run.ts';
import type { RunPorts, RunSubject } from './ports.ts';
import { RecordsRun } from './records-run.ts';

/** Milliseconds for which only one connection may try an address that failed often. */
const patience = 60_000;

/** Milliseconds of running after which earlier failures no longer count. */
const steadyAfter = 30_000;

interface Failure {
  /** Number of failures in a row. */
  count: number;
  starts: number;
  /** Whether it lasts until a person acts. */
  stays: boolean;
}

/** A connection of a group that may run here, as of the last poll. */
export interface RunnableConnection {
  id: number;
  /** Incremented by each change that requires a restart. */
  starts: number;
  /** Time of the next attempt, epoch milliseconds. Null if a person has to act. */
  tryAt: number | null;
}

/** A group as of the last poll. */
interface GroupView {
  /** Start of the poll, by the clock. */
  readAt: number;
  connections: readonly RunnableConnection[];
  /** Whether another process has the lease. */
  isHeldByAnother: boolean;
  /** Whether to release the lease for connections elsewhere while those of this process wait. */
  givesWay: boolean;
  /** Checksum of the sources that feed tags. */
  fed: string;
  /** Number of open ranges of history. */
  backfills: number;
}

interface GroupPorts {
  /** Acquires the lease for a connection. @returns false if another process has it */
  acquireLease(connectionId: number): Promise<boolean>;
  /** Releases the lease. */
  release(): Promise<void>;
  /** Reads the connection with its secrets. Null if it was deleted. */
  open(connectionId: number): Promise<RunSubject | null>;
  createPorts(connectionId: number, starts: number): RunPorts;
  /** Resolves when all reports are durable. */
  flush(): Promise<void>;
  /** Called with internal errors. */
  onError(error: unknown): void;
}

interface Current {
  connection: RunnableConnection;
  fed: string;
  abort: AbortController;
  run: ConnectionRun | RecordsRun | null;
  done: Promise<void>;
}

/** Runs one connection of a group at a time, and another one after a failure. */
export class GroupRunner {
  readonly #ports: GroupPorts;
  readonly #circuits: Circuits;
  readonly #clock: Clock;
  readonly #failures = new Map<number, Failure>();
  #current: Current | null = null;
  /** End of the latest run, by the clock. Earlier polls don't reflect it. */
  #endedAt = Number.NEGATIVE_INFINITY;
  #hasLease = false;
  #releasing = Promise.resolve();
  #isClosed = false;

  constructor(ports: GroupPorts, circuits: Circuits, clock: Clock) {
    this.#ports = ports;
    this.#circuits = circuits;
    this.#clock = clock;
  }

  /** Whether it has a lease to renew. */
  get hasLease(): boolean {
    return this.#hasLease;
  }

  /** The id of the running connection, or null. */
  get runningId(): number | null {
    return this.#current?.connection.id ?? null;
  }

  /** Handles the loss of the lease. */
  lost(): void {
    this.#hasLease = false;
    this.#current?.abort.abort(new Error('The lease was lost.'));
  }

  /**
   * Starts and stops connections according to the latest poll.
   * @returns false if a run has ended since the poll began, so that the poll is outdated
   */
  update(view: GroupView): boolean {
    if (this.#isClosed || view.readAt <= this.#endedAt) return false;
    this.#follow(view);
    return true;
  }

  #follow(view: GroupView): void {
    const current = this.#current;
    if (current) {
      const wanted = view.connections.find(({ id }) => id === current.connection.id);
      if (view.isHeldByAnother && this.#hasLease) this.lost();
      else if (wanted?.starts !== current.connection.starts || view.fed !== current.fed) {
        current.abort.abort(new Error('The connection restarts or was stopped.'));
      } else if (view.backfills > 0) current.run?.wake();
      return;
    }
    if (view.isHeldByAnother) return;
    const candidates = view.connections.map((connection) => ({
      ...connection,
      failures: this.#countFailures(connection),
      tryAt: this.#findFailure(connection)?.stays ? null : connection.tryAt,
    }));
    const chosen = chooseConnection(candidates, this.#clock.now());
    if (chosen) this.#start(chosen, view.fed);
    else if (this.#hasLease && (view.givesWay || candidates.every(({ tryAt }) => tryAt === null)))
      void this.#release();
  }

  async close(): Promise<void> {
    this.#isClosed = true;
    this.#current?.abort.abort(new Error('The process ends.'));
    await this.#current?.done;
    if (this.#hasLease) await this.#release();
  }

  async #release(): Promise<void> {
    this.#hasLease = false;
    // Otherwise the lease expires.
    this.#releasing = this.#ports.release().catch(() => undefined);
    await this.#releasing;
  }

  /** Returns the failures in a row of a connection since its last restart. */
  #findFailure({ id, starts }: RunnableConnection): Failure | null {
    const known = this.#failures.get(id);
    return known?.starts === starts ? known : null;
  }

  #countFailures(connection: RunnableConnection): number {
    return this.#findFailure(connection)?.count ?? 0;
  }

  #start(connection: RunnableConnection, fed: string): void {
    const current: Current = {
      connection,
      fed,
      abort: new AbortController(),
      run: null,
      done: Promise.resolve(),
    };
    this.#current = current;
    current.done = this.#run(current).finally(() => {
      this.#endedAt = this.#clock.now();
      this.#current = null;
    });
  }

  async #run(current: Current): Promise<void> {
    const { id, starts } = current.connection;
    const { signal } = current.abort;
    const ports = this.#ports.createPorts(id, starts);
    let address: string | null = null;
    try {
      const subject = await this.#ports.open(id);
      if (!subject || signal.aborted) return;
      address = subject.connector.toAddress(subject.configuration);
      const until = address === null ? null : this.#circuits.waitUntil(address, this.#clock.now(), patience);
      if (until !== null) {
        ports.report({
          state: 'degraded',
          message: 'Waiting, because the address failed several times.',
          retryAt: until,
        });
      } else {
        // Otherwise the release might follow the new acquisition.
        await this.#releasing;
        this.#hasLease = await this.#ports.acquireLease(id);
        if (!this.#hasLease || signal.aborted) return;
        await this.#deliver(current, subject, ports, address);
      }
    } catch (error) {
      // Other errors come from the database, which is tried again after the next poll.
      if (error instanceof ConnectorFailure) this.#failed(current, address, error, ports);
      else this.#ports.onError(error);
    }
    // A failure that needs a person must be durable before the state is read again.
    await this.#ports.flush().catch(() => undefined);
  }

  async #deliver(
    current: Current,
    subject: RunSubject,
    ports: RunPorts,
    address: string | null,
  ): Promise<void> {
    if (this.#countFailures(current.connection) === 0) ports.report({ state: 'starting', message: '' });
    const worked = () => {
      if (address !== null) this.#circuits.worked(address);
    };
    const Run = subject.connector.roles.includes('live') ? ConnectionRun : RecordsRun;
    current.run = new Run(subject, ports, this.#clock, worked);
    await current.run.run(current.abort.signal);
    if (this.#isClosed) {
      const message = 'The process that ran the connection has ended.';
      ports.report({ state: 'stopped', message, pointsPerSecond: 0, isQuiet: false });
    }
  }

  #failed({ connection, run }: Current, address: string | null, failure: ConnectorFailure, ports: RunPorts) {
    const { id, starts } = connection;
    const now = this.#clock.now();
    const subscribedAt = run?.subscribedAt ?? null;
    const isSteady = subscribedAt !== null && now - subscribedAt > steadyAfter;
    const count = isSteady ? 1 : this.#countFailures(connection) + 1;
    const stays = isFinal(failure.kind);
    this.#failures.set(id, { count, starts, stays });
    const delay = retryDelay(count, failure.retryAfter);
    if (address !== null && !stays) this.#circuits.failed(address, now, delay);
    ports.log('error', failure.message);
    ports.report({
      state: stays || count >= manyFailures ? 'failed' : 'degraded',
      message: failure.message,
      retryAt: stays ? null : now + delay,
      error: failure.message,
      pointsPerSecond: 0,
      isQuiet: false,
    });
  }
}
