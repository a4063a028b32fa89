import type { ConnectorCall, LiveSink, SourceValue } from '../connector.ts';

/** Maximum number of sources in the log. */
const mostLogged = 100;

/**
 * Sources that a server fails to deliver while it delivers the others. When a source recovers, the time between counts
 * as lost, so that its values are read from the history.
 */
export class Unreadable {
  readonly #call: ConnectorCall;
  readonly #sink: LiveSink;
  /** By source: time since which no values arrived, epoch milliseconds by the clock of the server. */
  readonly #since = new Map<string, number>();
  #logged = 0;

  constructor(call: ConnectorCall, sink: LiveSink) {
    this.#call = call;
    this.#sink = sink;
  }

  /** @param since time after which no values arrived, epoch milliseconds by the clock of the server */
  add(source: string, problem: string, since: number): void {
    if (this.#since.has(source)) return;
    this.#since.set(source, since);
    this.#logged++;
    if (this.#logged <= mostLogged)
      this.#call.log('error', `${source}: ${problem} It is skipped until the server delivers it.`);
  }

  /** Removes a source that delivers again. @param to end of the range of possibly missing points, as above */
  remove(source: string, to: number): void {
    const from = this.#since.get(source);
    if (from === undefined) return;
    this.#since.delete(source);
    this.#call.log('info', `${source}: the server delivers it again.`);
    this.#sink.lost({ from, to }, [source]);
  }

  /** Removes sources that deliver again. Points before their latest values may be missing. */
  removeAll(values: readonly SourceValue[]): void {
    if (this.#since.size === 0) return;
    const latest = new Map<string, number>();
    for (const { source, time } of values) latest.set(source, Math.max(latest.get(source) ?? time, time));
    for (const [source, time] of latest) this.remove(source, time);
  }
}
