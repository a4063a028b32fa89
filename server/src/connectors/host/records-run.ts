import { isFinal } from '@twinward/domain/connections/failures';
import { classifyError } from '../../platform/database/database-trouble.ts';
import { ConnectorFailure, type RecordStream } from '../connector.ts';
import { type PreparedCall, prepareCall } from './call.ts';
import { CertificateEnds } from './certificate-ends.ts';
import type { Clock } from './clock.ts';
import { type Extraction, extractStream } from './extraction.ts';
import { LeaseLost, type RecordPorts, type RunPorts, type RunSubject, StoreAway } from './ports.ts';
import { ReadMemory } from './read-memory.ts';
import { mirrorStates, sendRequests, type WorkOut } from './work-out.ts';

/** Whether an error comes from the store. Connector failures don't, even if their cause is a network error. */
const isOfStore = (error: unknown): boolean =>
  error instanceof LeaseLost ||
  error instanceof StoreAway ||
  (!(error instanceof ConnectorFailure) && classifyError(error) !== null);

/** Whether a failure may affect only one kind of records. A request to wait affects all. */
const isOfOnePart = ({ kind, retryAfter }: ConnectorFailure): boolean =>
  kind === 'protocol' || kind === 'refused' || (kind === 'busy' && retryAfter === null);

/** Key of the problem of states. Other problems are keyed by stream. */
const ofStates = ' states';

/** Milliseconds between two turns of each part. */
interface Intervals {
  extraction: number;
  requests: number;
  states: number;
}

const usual: Intervals = { extraction: 60_000, requests: 2_000, states: 60_000 };

/**
 * One attempt of a connection that reads work and assets, and sends work requests. Like `ConnectionRun`, it uses no
 * database directly, only its ports.
 */
export class RecordsRun {
  readonly #subject: RunSubject;
  readonly #ports: RunPorts;
  readonly #clock: Clock;
  readonly #onWorked: () => void;
  readonly #intervals: Intervals;
  readonly #ended = new AbortController();
  readonly #problems = new Map<string, string>();
  readonly #certificates = new CertificateEnds();
  #prepared!: PreparedCall;
  #workedAt: number | null = null;
  #reported: string | null = null;

  constructor(
    subject: RunSubject,
    ports: RunPorts,
    clock: Clock,
    onWorked: () => void,
    intervals: Intervals = usual,
  ) {
    this.#subject = subject;
    this.#ports = ports;
    this.#clock = clock;
    this.#onWorked = onWorked;
    this.#intervals = intervals;
  }

  /** When the system first answered, by the clock. Null before. */
  get subscribedAt(): number | null {
    return this.#workedAt;
  }

  wake(): void {}

  /**
   * Runs until the signal aborts.
   * @throws ConnectorFailure, with a message without secrets
   */
  async run(signal: AbortSignal): Promise<void> {
    const stop = AbortSignal.any([signal, this.#ended.signal]);
    this.#prepared = prepareCall(this.#subject, this.#ports, stop, (end) => this.#onCertificate(end));
    const parts: Promise<void>[] = [];
    try {
      const { records, requests } = await this.#subject.connector.load!();
      const { extraction, requests: sending, states } = this.#intervals;
      const given = { prepared: this.#prepared, clock: this.#clock };
      const out = requests &&
        this.#ports.requests && { ...given, role: requests, ports: this.#ports.requests };
      const mirror = async () => {
        if (out) await this.#mirror(out, states / 2);
      };
      if (records && this.#ports.records) {
        const memory = new ReadMemory();
        const of = { ...given, role: records, ports: this.#ports.records, memory };
        parts.push(
          this.#repeat(extraction, stop, async () => {
            await this.#extract(of);
            // New work may belong to requests.
            await mirror();
          }),
        );
      }
      if (out) {
        parts.push(this.#repeat(sending, stop, () => sendRequests(out)));
        parts.push(this.#repeat(states, stop, mirror));
      }
      await Promise.all(parts);
    } catch (error) {
      if (signal.aborted || error instanceof LeaseLost) return;
      if (isOfStore(error)) throw error;
      throw this.#prepared.toFailure(error);
    } finally {
      this.#ended.abort(new Error('The run has ended.'));
      await Promise.allSettled(parts);
    }
  }

  #onCertificate(validTo: number): void {
    this.#certificates.add(validTo);
    const certificateEnd = this.#certificates.due(this.#clock.now());
    if (certificateEnd !== null) this.#ports.report({ certificateEnd });
  }

  async #repeat(interval: number, stop: AbortSignal, turn: () => Promise<void>): Promise<void> {
    while (!stop.aborted) {
      try {
        await turn();
      } catch (error) {
        if (stop.aborted) return;
        throw error;
      }
      await this.#clock.sleep(interval, stop).catch(() => undefined);
    }
  }

  /**
   * Runs one turn of all streams. A stream that the system rejects, or answers incorrectly, does not stop the others.
   */
  async #extract(of: Extraction): Promise<void> {
    let hasNews = false;
    const problems: { stream: RecordStream; failure: ConnectorFailure }[] = [];
    const ports: RecordPorts = {
      ...of.ports,
      // The first read of all records takes long.
      importRecords: async (...page) => {
        const counts = await of.ports.importRecords(...page);
        this.#worked();
        return counts;
      },
    };
    const streams = of.role.streams(this.#subject.configuration);
    // Work waits for its assets.
    for (const stream of [...streams].sort((one, other) => one.kind.localeCompare(other.kind))) {
      try {
        hasNews = (await extractStream({ ...of, ports }, stream, hasNews)) || hasNews;
        this.#problems.delete(stream.name);
        this.#worked();
      } catch (error) {
        if (this.#prepared.call.signal.aborted || isOfStore(error)) throw error;
        const failure = this.#prepared.toFailure(error);
        this.#prepared.log('error', `${stream.label}: ${failure.message}`);
        await ports.recordError(stream, failure.message);
        if (!isOfOnePart(failure)) throw failure;
        problems.push({ stream, failure });
      }
    }
    const busy = problems.find(({ failure }) => failure.kind === 'busy');
    if (busy) throw busy.failure;
    const [first] = problems;
    if (first && problems.length === streams.length && problems.every(({ failure }) => isFinal(failure.kind)))
      throw first.failure;
    for (const { stream, failure } of problems)
      this.#problems.set(stream.name, `${stream.label}: ${failure.message}`);
    this.#worked();
  }

  /** Reads states. A system that rejects this, or answers incorrectly, may still accept requests. */
  async #mirror(of: WorkOut, age: number): Promise<void> {
    try {
      await mirrorStates(of, age);
      this.#problems.delete(ofStates);
    } catch (error) {
      if (this.#prepared.call.signal.aborted || isOfStore(error)) throw error;
      const failure = this.#prepared.toFailure(error);
      if (failure.kind !== 'refused' && failure.kind !== 'protocol') throw failure;
      const message = `States of requested work: ${failure.message}`;
      this.#prepared.log('error', message);
      this.#problems.set(ofStates, message);
    }
    if (this.#workedAt !== null) this.#worked();
  }

  #worked(): void {
    if (this.#workedAt === null) {
      this.#workedAt = this.#clock.now();
      this.#onWorked();
    }
    const [message = ''] = this.#problems.values();
    if (message === this.#reported) return;
    this.#reported = message;
    this.#ports.report({ state: message === '' ? 'running' : 'degraded', message, retryAt: null });
  }
}
