import type { LogLevel } from '@twinward/contracts/connections/connection';
import type { NewLogEntry, StateReport } from '../../modules/connections/connection/service.ts';
import type { HostPorts } from './host-ports.ts';
import type { Report } from './ports.ts';

/** Maximum number of kept states of a connection while the database or the server is unavailable. */
const mostStates = 100;
/** Maximum number of log entries of a connection per write. Further ones are only counted. */
const mostEntries = 200;

interface Entries {
  kept: NewLogEntry[];
  left: number;
}

/** Collects reports and log entries of runs, and writes them together for all connections of a host. */
export class Reporter {
  readonly #ports: Pick<HostPorts, 'writeStates' | 'addLog'>;
  #reports = new Map<number, StateReport>();
  #entries = new Map<number, Entries>();
  #writing = Promise.resolve();

  constructor(ports: Pick<HostPorts, 'writeStates' | 'addLog'>) {
    this.#ports = ports;
  }

  report(connectionId: number, starts: number, report: Report, now: number): void {
    const { state, message, retryAt, error, lastPointTime, certificateEnd, ...figures } = report;
    const pending = this.#reports.get(connectionId) ?? { connectionId, starts, states: [] };
    if (state !== undefined) pending.states.push({ time: new Date(now), state, message: message ?? '' });
    if (pending.states.length > mostStates) pending.states.shift();
    Object.assign(pending, figures, { starts });
    if (retryAt !== undefined) pending.retryAt = retryAt === null ? null : new Date(retryAt);
    if (error !== undefined) pending.error = { message: error, time: new Date(now) };
    if (lastPointTime !== undefined) pending.lastPointTime = new Date(lastPointTime);
    if (certificateEnd !== undefined) pending.certificateEnd = new Date(certificateEnd);
    this.#reports.set(connectionId, pending);
  }

  log(connectionId: number, level: LogLevel, message: string, now: number): void {
    const entries = this.#entries.get(connectionId) ?? { kept: [], left: 0 };
    this.#entries.set(connectionId, entries);
    if (entries.kept.length >= mostEntries) entries.left++;
    else entries.kept.push({ connectionId, time: new Date(now), level, message });
  }

  /** Resolves when all earlier reports are durable. */
  flush(): Promise<void> {
    this.#writing = this.#writing.catch(() => undefined).then(() => this.#write());
    return this.#writing;
  }

  async #write(): Promise<void> {
    const reports = this.#reports;
    if (reports.size > 0) {
      this.#reports = new Map();
      try {
        await this.#ports.writeStates([...reports.values()]);
      } catch (error) {
        // Reports that arrived meanwhile are newer.
        for (const [id, report] of reports) this.#reports.set(id, merge(report, this.#reports.get(id)));
        throw error;
      }
    }
    const entries = [...this.#entries.values()];
    if (entries.length === 0) return;
    this.#entries = new Map();
    // Log entries are not retried.
    await this.#ports.addLog(entries.flatMap(withRemark));
  }
}

const merge = (older: StateReport, newer: StateReport | undefined): StateReport =>
  newer ? { ...older, ...newer, states: [...older.states, ...newer.states].slice(-mostStates) } : older;

function withRemark({ kept, left }: Entries): NewLogEntry[] {
  if (left === 0) return kept;
  const message = `${left.toLocaleString('en-US')} more entries were omitted.`;
  return [...kept, { ...kept.at(-1)!, level: 'warn', message }];
}
