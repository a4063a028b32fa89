import { liveUntilAfter, overlap } from '@twinward/domain/connections/progress';
import { Rate } from '@twinward/domain/connections/rate';
import { rejectOnAbort, untilAborted } from '../../platform/process/abort.ts';
import { DeadlineError, withDeadline } from '../../platform/process/deadline.ts';
import { ConnectorFailure, type ConnectorRoles, type LiveSink, type TimeRange } from '../connector.ts';
import { type PreparedCall, prepareCall } from './call.ts';
import { CertificateEnds } from './certificate-ends.ts';
import type { Clock } from './clock.ts';
import { Deliveries, type Stored } from './deliveries.ts';
import { HistoryReader } from './history-reader.ts';
import type { Report, RunPorts, RunSubject } from './ports.ts';

/** Milliseconds. */
const tickInterval = 1_000;
/** Time limit to connect and subscribe. */
const subscribeLimit = 120_000;
/** Time limit for a connector to close its connections. */
const closeLimit = 10_000;
/** For connections without history: interval of recording that no points are missing so far. */
const aliveInterval = 10_000;

/**
 * One attempt of a connection: subscribes to the sources that feed tags, stores their points, and reads earlier points
 * from the history. It uses no database directly, only its ports.
 */
export class ConnectionRun {
  readonly #subject: RunSubject;
  readonly #ports: RunPorts;
  readonly #clock: Clock;
  readonly #onSubscribed: () => void;
  readonly #rate = new Rate();
  readonly #certificates = new CertificateEnds();
  readonly #ended = new AbortController();
  #failure: ConnectorFailure | null = null;
  #prepared!: PreparedCall;
  #fed: readonly string[] = [];
  #reader: HistoryReader | null = null;
  #historyProblem: string | null = null;
  /** When all sources were subscribed. Null before. */
  #subscribedAt: number | null = null;
  #lastStoredAt = 0;
  /** Null until the range before the subscription is recorded as missing. */
  #liveUntil: number | null = null;
  #advancedTo: number | null = null;
  /** Lost ranges that are not recorded yet. */
  #lost: { range: TimeRange; sources: readonly string[] | null }[] = [];
  #clockDifference = 0;
  #figures: Report = {};
  #reported = '';

  constructor(subject: RunSubject, ports: RunPorts, clock: Clock, onSubscribed: () => void) {
    this.#subject = subject;
    this.#ports = ports;
    this.#clock = clock;
    this.#onSubscribed = onSubscribed;
  }

  /** When it began to deliver, by the clock. Null if it has not. */
  get subscribedAt(): number | null {
    return this.#subscribedAt;
  }

  /** Notifies that there may be a new range of history to read. */
  wake(): void {
    this.#reader?.wake();
  }

  /**
   * Runs until the signal aborts.
   * @throws ConnectorFailure, with a message without secrets
   */
  async run(signal: AbortSignal): Promise<void> {
    const stop = AbortSignal.any([signal, this.#ended.signal]);
    this.#prepared = prepareCall(this.#subject, this.#ports, stop, (end) => this.#certificates.add(end));
    const parts: Promise<unknown>[] = [];
    try {
      const { connector } = this.#subject;
      const roles = await connector.load!();
      this.#fed = await this.#ports.sources();
      const deliveries = this.#createDeliveries(stop);
      parts.push(untilAborted(stop).then(() => deliveries.settled()));
      const live = roles.live!(
        this.#prepared.call,
        this.#fed,
        this.#createSink(deliveries, roles, parts, stop),
      );
      parts.push(live, this.#tick(stop));
      const ended = live.then(() => {
        throw new ConnectorFailure('unreachable', 'The system ended the connection.');
      });
      parts.push(ended);
      await Promise.race([ended, rejectOnAbort(stop)]);
    } catch (error) {
      if (!signal.aborted) this.#failure ??= this.#prepared.toFailure(error);
    } finally {
      this.#ended.abort(new Error('The run has ended.'));
      await this.#settle(parts);
    }
    if (this.#failure && !signal.aborted) throw this.#failure;
  }

  async #settle(parts: readonly Promise<unknown>[]): Promise<void> {
    try {
      await withDeadline(Promise.allSettled(parts), closeLimit, `closing ${this.#subject.name}`);
    } catch (error) {
      if (!(error instanceof DeadlineError)) throw error;
      this.#prepared.log('error', 'The connector did not close in time.');
    }
  }

  #fail(error: unknown): void {
    this.#failure ??= this.#prepared.toFailure(error);
    this.#ended.abort(this.#failure);
  }

  #createDeliveries(signal: AbortSignal): Deliveries {
    return new Deliveries({
      store: (values) => this.#ports.store(values),
      onStored: (stored) => this.#onStored(stored),
      onFailure: (failure) => this.#fail(failure),
      log: (message) => this.#prepared.log('warn', message),
      clock: this.#clock,
      signal,
    });
  }

  #createSink(
    deliveries: Deliveries,
    roles: ConnectorRoles,
    parts: Promise<unknown>[],
    signal: AbortSignal,
  ): LiveSink {
    return {
      subscribed: ({ isResumed } = { isResumed: false }) => {
        if (this.#subscribedAt !== null || signal.aborted) return;
        this.#subscribedAt = this.#clock.now();
        this.#lastStoredAt = this.#subscribedAt;
        this.#onSubscribed();
        parts.push(this.#follow(roles, isResumed).catch((error) => this.#fail(error)));
      },
      deliver: (values) => deliveries.deliver(values),
      lost: (range, sources) => {
        if (range.to > range.from) this.#lost.push({ range, sources });
      },
      clock: (time) => {
        this.#clockDifference = time - this.#clock.now();
        this.#figures.clockSeconds = this.#clockDifference / 1000;
      },
    };
  }

  #onStored({ count, latest, receivedAt }: Stored): void {
    const now = this.#clock.now();
    this.#rate.add(now, count);
    this.#lastStoredAt = now;
    this.#figures.lastPointTime = Math.max(this.#figures.lastPointTime ?? latest, latest);
    this.#figures.lagSeconds = Math.max(0, (now - latest) / 1000);
    if (this.#liveUntil !== null) this.#liveUntil = liveUntilAfter(this.#liveUntil, receivedAt, latest);
  }

  /** Records the range that is missing before the subscription, then reads all open ranges. */
  async #follow(roles: ConnectorRoles, isResumed: boolean): Promise<void> {
    const { tracking } = this.#ports;
    const before = await tracking.liveUntil();
    const now = this.#subscribedAt!;
    if (before !== null && !isResumed) {
      // Sources with a clock ahead may have delivered times after now before the subscription.
      const ahead = roles.history ? Math.max(0, this.#clockDifference) + overlap : 0;
      const range = { from: before, to: now + ahead };
      if (range.to > range.from) await this.#recordMissing(roles, range, null);
    }
    // By the clock of the system: if it is behind, the next points have earlier times than our clock.
    this.#liveUntil = Math.max(before ?? Number.NEGATIVE_INFINITY, now + Math.min(0, this.#clockDifference));
    await this.#advance(roles);
    if (!roles.history) return;
    this.#reader = new HistoryReader({
      history: roles.history.bind(roles),
      call: this.#prepared.call,
      fed: this.#fed,
      ports: this.#ports,
      clock: this.#clock,
      onProblem: (problem) => {
        this.#historyProblem = problem;
      },
      toFailure: (error) => this.#prepared.toFailure(error),
    });
    await this.#reader.run();
  }

  /** Records a range without live points: to be read from the history, or as a permanent gap. */
  async #recordMissing(
    roles: ConnectorRoles,
    range: TimeRange,
    sources: readonly string[] | null,
  ): Promise<void> {
    const { tracking } = this.#ports;
    await (roles.history ? tracking.open(range, sources) : tracking.gap(range, sources));
  }

  /** Stores the progress of the subscription, after all lost ranges are recorded. */
  async #advance(roles: ConnectorRoles): Promise<void> {
    while (this.#lost.length > 0) {
      const [{ range, sources }] = this.#lost as [{ range: TimeRange; sources: readonly string[] | null }];
      await this.#recordMissing(roles, range, sources);
      this.#lost.shift();
      this.#reader?.wake();
    }
    if (this.#liveUntil === null) return;
    if (!roles.history && this.#clock.now() - this.#liveUntil >= aliveInterval) {
      this.#liveUntil = this.#clock.now();
    }
    const reached = this.#liveUntil;
    if (reached === this.#advancedTo) return;
    await this.#ports.tracking.advance(reached);
    this.#advancedTo = reached;
  }

  async #tick(signal: AbortSignal): Promise<void> {
    const roles = await this.#subject.connector.load!();
    const startedAt = this.#clock.now();
    while (!signal.aborted) {
      this.#report();
      await this.#clock.sleep(tickInterval, signal).catch(() => undefined);
      if (this.#subscribedAt === null && this.#clock.now() - startedAt > subscribeLimit) {
        this.#fail(new ConnectorFailure('unreachable', 'The system did not answer in time.'));
      }
      // If the database is unavailable, the next turn or the next store reports it.
      if (!signal.aborted) await this.#advance(roles).catch(() => undefined);
    }
    // Includes points that became durable before the end, so that less is read again.
    await this.#advance(roles).catch(() => undefined);
  }

  #report(): void {
    if (this.#subscribedAt === null) return;
    const now = this.#clock.now();
    const limit = this.#fed.length === 0 ? null : this.#ports.quietAfter();
    const isQuiet = limit !== null && now - this.#lastStoredAt > limit;
    const certificateEnd = this.#certificates.due(now);
    const report: Report = {
      ...this.#figures,
      ...(certificateEnd !== null && { certificateEnd }),
      ...(isQuiet || this.#historyProblem
        ? {
            state: 'degraded',
            message: isQuiet
              ? `No points since ${new Date(this.#lastStoredAt).toISOString()}.`
              : this.#historyProblem!,
          }
        : { state: 'running', message: this.#fed.length === 0 ? 'No tags yet.' : '' }),
      retryAt: null,
      isQuiet,
      pointsPerSecond: Math.round(this.#rate.at(now) * 100) / 100,
    };
    const text = JSON.stringify(report);
    if (text === this.#reported) return;
    this.#reported = text;
    this.#ports.report(report);
  }
}
