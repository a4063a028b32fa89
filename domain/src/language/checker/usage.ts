import type { ClockDependent, Expression } from '../ast.ts';
import { mostWindows } from '../parser/limits.ts';
import type { Report } from './report.ts';

/** What the calls of a text require of the evaluation: windows, completions and the clock. */
export class Usage {
  /** Calls whose value changes with time alone. */
  readonly clock: ClockDependent[] = [];
  /** Whether a counter function is used. */
  usesCompletions = false;
  readonly #windows = new Set<string>();
  #hasTooManyWindows = false;
  readonly #report: Report;

  constructor(report: Report) {
    this.#report = report;
  }

  /** Adds a call. Reports an error for the first window above the limit and returns false. */
  add(call: Expression): boolean {
    this.#addTiming(call);
    return this.#addWindow(call);
  }

  #addWindow(call: Expression): boolean {
    if (!('window' in call) || call.window === null) return true;
    const of = 'alias' in call ? `[${call.alias}]` : `"${call.threshold}"`;
    this.#windows.add(`${of} ${call.window}`);
    if (this.#windows.size <= mostWindows || this.#hasTooManyWindows) return true;
    this.#hasTooManyWindows = true;
    const message = `This is one window too many: a text has at most ${mostWindows}, each a tag or threshold and an interval.`;
    this.#report.add('too-long', call, message);
    return false;
  }

  #addTiming(call: Expression): void {
    switch (call.kind) {
      case 'counter':
      case 'counter-gap':
        this.usesCompletions = true;
        break;
      case 'interval-gap':
        if (call.running) this.clock.push(call);
        break;
      case 'excursion-count':
        if (call.window !== null) this.clock.push(call);
        break;
      case 'interval-since':
      case 'excursion-time':
        this.clock.push(call);
        break;
    }
  }
}
