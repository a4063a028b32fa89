import { addDuration, parseDuration } from './duration.ts';
import { firstAfter } from './points.ts';
import type { InputDefinition, PointBlock, StaleEvent } from './types.ts';

/** The saved state: when the latest point came, and since when the input is stale. */
export interface SavedStaleness {
  readonly last: number | null;
  readonly staleSince: number | null;
}

/**
 * Watches one data input with an expected interval. It is stale from last + expectedInterval + tolerance on, until
 * the next point; a bad point counts as one that came.
 */
export class Staleness {
  readonly alias: string;
  private readonly deadlineAfter: (time: number) => number;
  private last = Number.NaN;
  private deadline = Number.POSITIVE_INFINITY;
  private staleSince = Number.NaN;

  constructor(input: InputDefinition, timeZone: string) {
    this.alias = input.alias;
    const expected = parseDuration(input.settings?.expectedInterval ?? '');
    const tolerance = parseDuration(String(input.settings?.tolerance ?? 'PT0S'));
    this.deadlineAfter = (time) => addDuration(addDuration(time, expected, timeZone), tolerance, timeZone);
  }

  /** Takes in the points in (after, until], and tells what became stale or came back. */
  advance(block: PointBlock | undefined, after: number, until: number): StaleEvent[] {
    const events: StaleEvent[] = [];
    const length = block?.length ?? 0;
    for (let index = block ? firstAfter(block, after) : 0; index < length; index++) {
      const time = block!.times[index]!;
      if (time > until) break;
      this.pass(time - 1, events);
      if (!Number.isNaN(this.staleSince)) {
        events.push({ alias: this.alias, start: this.staleSince, end: time });
        this.staleSince = Number.NaN;
      }
      this.last = time;
      this.deadline = this.deadlineAfter(time);
    }
    this.pass(until, events);
    return events;
  }

  private pass(time: number, events: StaleEvent[]): void {
    if (this.deadline > time) return;
    this.staleSince = this.deadline;
    this.deadline = Number.POSITIVE_INFINITY;
    events.push({ alias: this.alias, start: this.staleSince, end: null });
  }

  /** When the input becomes stale unless a point comes; Infinity when it is, or never had one. */
  get next(): number {
    return this.deadline;
  }

  save(): SavedStaleness {
    return {
      last: Number.isNaN(this.last) ? null : this.last,
      staleSince: Number.isNaN(this.staleSince) ? null : this.staleSince,
    };
  }

  restore({ last, staleSince }: SavedStaleness): void {
    if (last === null) return;
    this.last = last;
    if (staleSince === null) this.deadline = this.deadlineAfter(last);
    else this.staleSince = staleSince;
  }
}
