import { isFinal, retryDelay } from '@twinward/domain/connections/failures';
import { firstWindow, nextWindow, toWindow } from '@twinward/domain/connections/progress';
import {
  type ConnectorCall,
  type ConnectorFailure,
  type ConnectorRoles,
  NoHistory,
  type TimeRange,
  UnreadSources,
} from '../connector.ts';
import type { Clock } from './clock.ts';
import { saveDurably } from './deliveries.ts';
import type { Backfill, RunPorts } from './ports.ts';

interface HistoryReaderOptions {
  history: NonNullable<ConnectorRoles['history']>;
  call: ConnectorCall;
  /** The sources that feed tags. */
  fed: readonly string[];
  ports: Pick<RunPorts, 'storeHistory' | 'tracking'>;
  clock: Clock;
  /** Called with the reason why history can't be read now, or null. */
  onProblem(message: string | null): void;
  toFailure(error: unknown): ConnectorFailure;
}

/** Reads the open ranges of a connection's history, one by one. Stores each window before it reads the next. */
export class HistoryReader {
  readonly #options: HistoryReaderOptions;
  #wake = () => {};

  constructor(options: HistoryReaderOptions) {
    this.#options = options;
  }

  /** Notifies that there may be a new range. */
  wake(): void {
    this.#wake();
  }

  /**
   * Reads until the signal of the call aborts. Retries ranges that the system can't return now.
   * @throws ConnectorFailure if a person has to act
   */
  async run(): Promise<void> {
    const { call, clock, ports, onProblem, toFailure } = this.#options;
    let failures = 0;
    call.signal.addEventListener('abort', () => this.#wake(), { once: true });
    while (!call.signal.aborted) {
      const woken = new Promise<void>((resolve) => {
        this.#wake = resolve;
      });
      try {
        const open = await ports.tracking.listBackfills();
        await this.#readAll(open);
        failures = 0;
        onProblem(null);
        if (open.length === 0) await woken;
      } catch (error) {
        if (call.signal.aborted) return;
        const failure = toFailure(error);
        if (failure.kind === 'signIn') throw failure;
        call.log('warn', `History could not be read: ${failure.message}`);
        onProblem(`History can't be read: ${failure.message}`);
        failures++;
        const delay = isFinal(failure.kind) ? retryDelay(60, null) : retryDelay(failures, failure.retryAfter);
        await clock.sleep(delay, call.signal).catch(() => undefined);
      }
    }
  }

  /** Reads all open ranges. A failed range does not stop the others. @throws UnreadSources of the first failed range */
  async #readAll(open: readonly Backfill[]): Promise<void> {
    let unread: UnreadSources | null = null;
    for (const range of open) {
      try {
        await this.#readRange(range);
      } catch (error) {
        if (!(error instanceof UnreadSources)) throw error;
        unread ??= error;
      }
    }
    if (unread) throw unread;
  }

  async #readRange(range: Backfill): Promise<void> {
    const { call, fed, ports } = this.#options;
    const known = new Set(fed);
    let sources = range.sources?.filter((source) => known.has(source)) ?? fed;
    let { doneTo } = range;
    let length = firstWindow;
    let refusal: string | null = null;
    while (doneTo < range.to && sources.length > 0) {
      const window = toWindow(range, doneTo, length);
      const { points, missing, unread } = await this.#readWindow(sources, window);
      if (unread) {
        sources = await this.#setAside(unread, sources, { from: doneTo, to: range.to });
        continue;
      }
      if (missing) {
        call.log('warn', `No history: ${missing.message}`);
        await ports.tracking.gap({ from: doneTo, to: range.to }, missing.sources ?? range.sources);
        const gone = new Set(missing.sources ?? sources);
        sources = sources.filter((source) => !gone.has(source));
        if (sources.length === 0) refusal = missing.message;
      }
      doneTo = window.to;
      length = nextWindow(length, points);
      await ports.tracking.progress(range.id, doneTo, points);
    }
    await ports.tracking.end(range.id, refusal);
  }

  /**
   * Records the rest of a range as a separate range for the failing sources, to retry it later.
   * @returns the other sources
   * @throws UnreadSources if there are no others
   */
  async #setAside(unread: UnreadSources, sources: readonly string[], rest: TimeRange): Promise<string[]> {
    const failing = new Set(unread.sources);
    const others = sources.filter((source) => !failing.has(source));
    if (others.length === 0 || others.length === sources.length) throw unread;
    const { call, ports } = this.#options;
    call.log(
      'warn',
      `The history of ${failing.size} of ${sources.length} values will be read later: ${unread.message}`,
    );
    await ports.tracking.open(rest, [...failing]);
    return others;
  }

  /** Stores a window. `missing` are the sources without history, `unread` those for which the system failed. */
  async #readWindow(
    sources: readonly string[],
    window: TimeRange,
  ): Promise<{ points: number; missing: NoHistory | null; unread: UnreadSources | null }> {
    const { history, call, ports, clock } = this.#options;
    const log = (message: string) => call.log('warn', message);
    const storing = { store: ports.storeHistory, clock, signal: call.signal, log };
    let points = 0;
    try {
      for await (const block of history(call, sources, window)) {
        call.signal.throwIfAborted();
        if (block.length > 0) await saveDurably(block, storing);
        points += block.length;
      }
      call.signal.throwIfAborted();
      return { points, missing: null, unread: null };
    } catch (error) {
      if (error instanceof NoHistory) return { points, missing: error, unread: null };
      if (error instanceof UnreadSources) return { points, missing: null, unread: error };
      throw error;
    }
  }
}
