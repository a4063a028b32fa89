import { joinBlocks, type PointBlock, pointsBetween, Quality } from '../model/points.ts';

/** The points of one input of a model that its rows have not yet reached, and the value that is held. */
export class ModelInput {
  /** Milliseconds for which a value holds. */
  readonly hold: number;
  /** Time of the newest point that was read, including bad ones; -Infinity without points. */
  latest = Number.NEGATIVE_INFINITY;
  private block: PointBlock = noPoints;
  /** The first point that no row has reached. */
  private row = 0;
  /** The first point that `next` has not returned. */
  private read = 0;
  private heldTime = Number.NEGATIVE_INFINITY;
  private heldValue = Number.NaN;
  /** Time of the newest point that a row has reached, including bad ones. */
  private reached = Number.NEGATIVE_INFINITY;

  constructor(hold: number) {
    this.hold = hold;
  }

  /** Adds points, which must be later than all before. */
  add(fresh: PointBlock): void {
    this.block = joinBlocks(this.left(), fresh);
    this.read -= this.row;
    this.row = 0;
  }

  /** Adds the points before a saved state, which count as read. */
  restore(history: PointBlock, latest: number | null): void {
    this.block = history;
    this.read = history.length;
    this.latest = latest ?? Number.NEGATIVE_INFINITY;
    this.reached = this.latest;
  }

  /** Drops the points after a time, which are passed again. */
  dropAfter(time: number): void {
    this.latest = this.latestAt(time);
    this.block = pointsBetween(this.left(), Number.NEGATIVE_INFINITY, time);
    this.row = 0;
    this.read = this.block.length;
  }

  /** Returns the newest point up to a time, if no row is beyond it. */
  latestAt(time: number): number {
    const { times, length } = pointsBetween(this.left(), Number.NEGATIVE_INFINITY, time);
    return length > 0 ? times[length - 1]! : this.reached;
  }

  /** Time of the next point to read; Infinity if none exists. */
  get next(): number {
    return this.read < this.block.length ? this.block.times[this.read]! : Number.POSITIVE_INFINITY;
  }

  readNext(): void {
    this.latest = this.block.times[this.read]!;
    this.read += 1;
  }

  /** Returns the value that is held at a time; NaN if it is missing. Times must not decrease. */
  valueAt(time: number): number {
    const { times, values, qualities, length } = this.block;
    while (this.row < length && times[this.row]! <= time) {
      this.reached = times[this.row]!;
      if (qualities?.[this.row] !== Quality.bad) {
        this.heldTime = this.reached;
        this.heldValue = values[this.row]!;
      }
      this.row += 1;
    }
    return time - this.heldTime <= this.hold ? this.heldValue : Number.NaN;
  }

  /** Time of the first point with a value that no row has reached; Infinity if none exists. */
  get nextValue(): number {
    const { times, qualities, length } = this.block;
    for (let index = this.row; index < length; index++) {
      if (qualities?.[index] !== Quality.bad) return times[index]!;
    }
    return Number.POSITIVE_INFINITY;
  }

  private left(): PointBlock {
    const { times, values, qualities, length } = this.block;
    return {
      times: times.subarray(this.row, length),
      values: values.subarray(this.row, length),
      qualities: qualities?.subarray(this.row, length),
      length: length - this.row,
    };
  }
}

const noPoints: PointBlock = { times: new Float64Array(0), values: new Float64Array(0), length: 0 };
