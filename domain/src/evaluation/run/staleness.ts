import { addDuration, DAY, parseDuration } from '../../duration.ts';
import { type Budget, STEPS_BETWEEN_CHECKS } from '../model/budget.ts';
import type { InputDefinition } from '../model/definition.ts';
import type { StaleEvent } from '../model/output.ts';
import { firstAfter, type PointBlock } from '../model/points.ts';

/** The saved state: time of the latest point, and since when the input is stale. */
export interface SavedStaleness {
  readonly last: number | null;
  readonly staleSince: number | null;
}

/**
 * Watches one data input with an expected interval. It is stale from last + expectedInterval + tolerance on, until the
 * next point; a bad point counts too.
 */
export class Staleness {
  readonly alias: string;
  private readonly deadlineAfter: (time: number) => number;
  /** Lower bound of the deadline: calendar arithmetic is slow, and most points do not need it. */
  private readonly shortest: number;
  private last = Number.NaN;
  private staleSince = Number.NaN;

  constructor(input: InputDefinition, timeZone: string) {
    this.alias = input.alias;
    const expected = parseDuration(input.settings?.expectedInterval ?? '');
    const tolerance = parseDuration(String(input.settings?.tolerance ?? 'PT0S'));
    this.deadlineAfter = (time) => addDuration(addDuration(time, expected, timeZone), tolerance, timeZone);
    // February, minus the day that a time zone skipped when it crossed the date line.
    const shortestMonth = 27 * DAY;
    this.shortest =
      (expected.months + tolerance.months) * shortestMonth + expected.milliseconds + tolerance.milliseconds;
  }

  /** Processes the points in (after, until]; returns the changes of staleness. */
  advance(block: PointBlock | undefined, after: number, until: number, budget?: Budget): StaleEvent[] {
    const events: StaleEvent[] = [];
    const length = block?.length ?? 0;
    let points = 0;
    for (let index = block ? firstAfter(block, after) : 0; index < length; index++) {
      const time = block!.times[index]!;
      if (time > until) break;
      this.pass(time - 1, events);
      if (!Number.isNaN(this.staleSince)) {
        events.push({ alias: this.alias, start: this.staleSince, end: time });
        this.staleSince = Number.NaN;
      }
      this.last = time;
      points += 1;
      if (points === STEPS_BETWEEN_CHECKS) {
        budget?.spend(points);
        points = 0;
      }
    }
    budget?.spend(points);
    this.pass(until, events);
    return events;
  }

  /** Ends the watch: a stale input stays stale until then, and no input becomes stale afterwards. */
  finish(time: number): StaleEvent[] {
    const start = this.staleSince;
    this.last = Number.NaN;
    this.staleSince = Number.NaN;
    return Number.isNaN(start) ? [] : [{ alias: this.alias, start, end: time }];
  }

  /** Whether the input has points and is not stale. */
  get isFresh(): boolean {
    return !Number.isNaN(this.last) && Number.isNaN(this.staleSince);
  }

  /** Whether the input never had a point. */
  get isUnseen(): boolean {
    return Number.isNaN(this.last) && Number.isNaN(this.staleSince);
  }

  /** Since when the input is stale; null if it is not. */
  open(): StaleEvent | null {
    return Number.isNaN(this.staleSince) ? null : { alias: this.alias, start: this.staleSince, end: null };
  }

  private pass(time: number, events: StaleEvent[]): void {
    if (time - this.last < this.shortest) return;
    const deadline = this.next;
    if (deadline > time) return;
    this.staleSince = deadline;
    events.push({ alias: this.alias, start: this.staleSince, end: null });
  }

  /** When the input becomes stale without a new point; Infinity if it is stale or has no points. */
  get next(): number {
    const waits = Number.isNaN(this.staleSince) && !Number.isNaN(this.last);
    return waits ? this.deadlineAfter(this.last) : Number.POSITIVE_INFINITY;
  }

  save(): SavedStaleness {
    return {
      last: Number.isNaN(this.last) ? null : this.last,
      staleSince: Number.isNaN(this.staleSince) ? null : this.staleSince,
    };
  }

  restore({ last, staleSince }: SavedStaleness): void {
    this.last = last ?? Number.NaN;
    this.staleSince = staleSince ?? Number.NaN;
  }
}
