/** The saved state of an excursion window. */
export interface SavedExcursionWindow {
  /** Ended excursions that may still be inside: start, end, start, end, ... */
  readonly ended: readonly number[];
  readonly openSince: number | null;
  readonly total: number;
  readonly totalTime: number;
}

/**
 * The recorded excursions of one threshold that overlap (t - length, t], or all of them if length is
 * infinite. An ended excursion counts while its end > t - length; an open one counts and lasts to t.
 */
export class ExcursionWindow {
  readonly threshold: number;
  readonly length: number;
  starts: Float64Array = new Float64Array(16);
  /** By excursion: the total length of its predecessors in the list. */
  private before: Float64Array = new Float64Array(16);
  /** Ends with Infinity. */
  ends: Float64Array = new Float64Array(16).fill(Number.POSITIVE_INFINITY);
  /** The first ended excursion that is still inside. */
  head = 0;
  count = 0;
  open: 0 | 1 = 0;
  openSince = 0;
  /** Number and total length of all ended ones, for an infinite length, for which no list is kept. */
  private total = 0;
  private totalTime = 0;

  constructor(threshold: number, length: number) {
    this.threshold = threshold;
    this.length = length;
  }

  begin(start: number): void {
    this.open = 1;
    this.openSince = start;
  }

  finish(end: number): void {
    this.open = 0;
    if (this.length === Number.POSITIVE_INFINITY) {
      this.total += 1;
      this.totalTime += end - this.openSince;
    } else {
      this.append(this.openSince, end);
    }
  }

  private append(start: number, end: number): void {
    if (this.count + 1 >= this.ends.length) this.compact();
    this.starts[this.count] = start;
    this.ends[this.count] = end;
    this.before[this.count + 1] = this.before[this.count]! + end - start;
    this.count += 1;
    this.ends[this.count] = Number.POSITIVE_INFINITY;
  }

  /** Removes expired excursions; doubles the capacity if that frees less than half of it. */
  private compact(): void {
    const kept = this.count - this.head;
    const room = kept * 2 >= this.ends.length ? this.ends.length * 2 : this.ends.length;
    const starts = new Float64Array(room);
    const before = new Float64Array(room);
    const ends = new Float64Array(room).fill(Number.POSITIVE_INFINITY);
    starts.set(this.starts.subarray(this.head, this.count));
    ends.set(this.ends.subarray(this.head, this.count));
    before.set(this.before.subarray(this.head, this.count + 1));
    this.starts = starts;
    this.before = before;
    this.ends = ends;
    this.head = 0;
    this.count = kept;
  }

  /** Returns the number of excursions that overlap the window ending at `time`; time must not decrease. */
  countAt(time: number): number {
    this.leave(time);
    return this.total + this.count - this.head + this.open;
  }

  /** Their total length inside the window, in milliseconds. */
  timeAt(time: number): number {
    this.leave(time);
    return this.peekAt(time);
  }

  /** Like `timeAt`, for a time up to the next bend, without removing excursions. */
  peekAt(time: number): number {
    const from = time - this.length;
    let inside = this.totalTime + this.before[this.count]! - this.before[this.head]!;
    if (this.head < this.count) inside -= Math.max(0, from - this.starts[this.head]!);
    if (this.open === 1) inside += time - Math.max(this.openSince, from);
    return inside;
  }

  private leave(time: number): void {
    const from = time - this.length;
    while (this.ends[this.head]! <= from) this.head += 1;
  }

  /** The next time at which the count falls without new events. */
  nextLeave(time: number): number {
    this.leave(time);
    return this.ends[this.head]! + this.length;
  }

  /** The next time after `time` at which the growth rate of the total length changes. */
  nextBend(time: number): number {
    this.leave(time);
    const start =
      this.head < this.count ? this.starts[this.head]! : this.open === 1 ? this.openSince : Infinity;
    return start + this.length > time ? start + this.length : this.nextLeave(time);
  }

  save(time: number): SavedExcursionWindow {
    this.leave(time);
    const ended: number[] = [];
    for (let index = this.head; index < this.count; index++)
      ended.push(this.starts[index]!, this.ends[index]!);
    return {
      ended,
      openSince: this.open === 1 ? this.openSince : null,
      total: this.total,
      totalTime: this.totalTime,
    };
  }

  restore(saved: SavedExcursionWindow): void {
    for (let index = 0; index < saved.ended.length; index += 2) {
      this.append(saved.ended[index]!, saved.ended[index + 1]!);
    }
    if (saved.openSince !== null) this.begin(saved.openSince);
    this.total = saved.total;
    this.totalTime = saved.totalTime;
  }
}
