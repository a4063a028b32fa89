import { mathFunctions } from '../../language/builtins/mathematics.ts';
import type { ProgramCode } from '../compile/program.ts';
import type { OutputColumns, Runtime } from '../compile/runtime.ts';
import type { Budget } from '../model/budget.ts';
import type { Grid } from '../model/grid.ts';
import { type Blocks, firstAfter, PATTERN_ANSWERS, type PointBlock, withoutBad } from '../model/points.ts';
import { Clock } from './clock.ts';
import { PointColumn } from './point-column.ts';
import type { Thresholds } from './thresholds.ts';
import type { Window } from './window.ts';

/** Maximum number of points of an input that one call of the loop processes. */
const SLICE = 8192;

const NO_POINTS: PointBlock = { times: new Float64Array(0), values: new Float64Array(0), length: 0 };

/** The points that a calculated tag stores. */
export class Output implements OutputColumns {
  times: Float64Array<ArrayBufferLike> = new Float64Array(256);
  values: Float64Array<ArrayBufferLike> = new Float64Array(256);
  count = 0;

  grow(): void {
    const times = new Float64Array(this.times.length * 2);
    const values = new Float64Array(times.length);
    times.set(this.times);
    values.set(this.values);
    this.times = times;
    this.values = values;
  }
}

/** The data of the generated loop, which reads and writes its fields. */
export class Run implements Runtime {
  readonly windows: Window[];
  readonly registers: Float64Array;
  readonly grids: readonly (Grid | null)[];
  readonly thresholds: Thresholds | null;
  readonly times: Float64Array[] = [];
  readonly values: Float64Array[] = [];
  readonly starts: number[] = [];
  readonly ends: number[] = [];
  /** By input: its column if it has windows, otherwise null; then the loop reads the blocks directly. */
  private readonly columns: readonly (PointColumn | null)[];
  /** By input with a column: the block of its next points, and the index of the first of them. */
  private readonly sources: { block: PointBlock; next: number }[] = [];
  /** Points up to this time are processed without evaluating the logic. */
  from = Number.NEGATIVE_INFINITY;
  until = Number.NEGATIVE_INFINITY;
  /** The next time to stop at without an arrival. */
  wake = Number.POSITIVE_INFINITY;
  output = new Output();
  private budget: Budget | undefined;
  /** Steps outside the loop that were not yet reported to the budget. */
  private otherSteps = 0;
  private readonly code: ProgramCode;
  private readonly clock: Clock;
  /**
   * Thresholds whose excursions other logic reads: an excursion recorded by a delay there is a time of
   * evaluation.
   */
  private readonly referenced: ReadonlySet<number>;

  constructor(code: ProgramCode, thresholds: Thresholds | null) {
    const { plan } = code;
    this.code = code;
    this.thresholds = thresholds;
    this.columns = plan.inputs.map((_, index) =>
      plan.windows.some(({ input }) => input === index) ? new PointColumn() : null,
    );
    this.windows = plan.windows.map(({ input, length, needs }) =>
      this.columns[input]!.createWindow(length, needs),
    );
    this.registers = Float64Array.from(plan.registers, ({ initial }) => initial);
    this.grids = code.grids;
    const excursions = this.excursions;
    const counted = excursions.filter((_, index) => plan.excursions[index]!.counted);
    this.referenced = new Set(plan.excursions.map(({ threshold }) => threshold));
    this.clock = new Clock(code.comparisons, code.differences(this), excursions, counted);
  }

  get excursions(): Thresholds['windows'] {
    return this.thresholds?.windows ?? [];
  }

  /** Sets the points of the next `execute`: those after `after`. */
  bind(blocks: Blocks, after: number): void {
    const { plan } = this.code;
    plan.inputs.forEach(({ definition }, index) => {
      this.bindInput(index, blocks.get(definition.alias), after);
    });
    if (plan.usesPatterns) this.bindInput(plan.inputs.length, blocks.get(PATTERN_ANSWERS), after);
  }

  private bindInput(index: number, block: PointBlock = NO_POINTS, after: number): void {
    const points = withoutBad(block);
    const next = firstAfter(points, after);
    if (this.columns[index]) {
      this.sources[index] = { block: points, next };
      this.readColumn(index);
      return;
    }
    this.times[index] = points.times;
    this.values[index] = points.values;
    this.ends[index] = points.length;
    this.starts[index] = next;
  }

  private readColumn(index: number): void {
    const column = this.columns[index]!;
    this.times[index] = column.times;
    this.values[index] = column.values;
    this.starts[index] ??= 0;
    this.ends[index] = column.length;
  }

  /**
   * Loads the points that windows need from before a time.
   *
   * @throws BudgetExceeded if processing so many points would exceed the budget
   */
  loadHistory(history: Blocks, time: number, budget?: Budget): void {
    let loaded = 0;
    this.code.plan.inputs.forEach(({ definition }, index) => {
      const block = history.get(definition.alias);
      if (!this.columns[index] || !block) return;
      const points = withoutBad(block);
      this.append(index, points, 0, firstAfter(points, time));
      this.starts[index] = this.ends[index]!;
      loaded += this.ends[index]!;
    });
    budget?.spend(loaded * this.code.weight);
  }

  private append(index: number, block: PointBlock, from: number, to: number): void {
    const processed = this.starts[index] ?? 0;
    this.starts[index] = processed - this.columns[index]!.append(block, from, to, processed);
    this.readColumn(index);
  }

  /** Runs the loop; returns the number of evaluations of the logic. */
  execute(from: number, until: number, budget?: Budget): number {
    this.from = from;
    this.budget = budget;
    this.otherSteps = 0;
    const ends = this.sources.map(({ block }) => firstAfter(block, until));
    let steps = 0;
    do {
      this.fillColumns(ends);
      this.until = this.nextCut(until);
      steps += this.code.loop(this);
    } while (this.until < until);
    return steps;
  }

  /** Appends the points of the next slice to each column, up to the given ends of their blocks. */
  private fillColumns(ends: readonly number[]): void {
    this.sources.forEach((source, index) => {
      const wanted = SLICE + 1 - (this.ends[index]! - this.starts[index]!);
      const to = Math.min(ends[index]!, source.next + wanted);
      if (to <= source.next) return;
      this.append(index, source.block, source.next, to);
      source.next = to;
    });
  }

  /**
   * Many points are processed in slices: the JavaScript engine optimizes a function that is called often, and again for
   * new cases, while a single long call stays with its first version.
   */
  private nextCut(until: number): number {
    let cut = until;
    this.times.forEach((times, index) => {
      const slice = this.starts[index]! + SLICE;
      if (slice < this.ends[index]!) cut = Math.min(cut, times[slice]!);
    });
    return cut;
  }

  /** Reports the loop's passes since the last call. */
  spend(passes: number): void {
    this.budget?.spend(passes * this.code.weight + this.otherSteps);
    this.otherSteps = 0;
  }

  round(value: number, digits: number): number {
    return Number.isNaN(value) ? Number.NaN : (mathFunctions.ROUND.evaluate(value, digits) ?? Number.NaN);
  }

  /** The next time after `time` at which a result changes with time alone. */
  schedule(time: number): number {
    this.otherSteps += this.code.comparisons.length;
    return Math.min(this.clock.schedule(time), this.thresholds?.deadline ?? Number.POSITIVE_INFINITY);
  }

  /**
   * Whether the logic must be evaluated at `time`, where there is no point. The end of a delay is recorded
   * here; it needs no evaluation unless another threshold reads its excursions.
   */
  due(time: number): boolean {
    const thresholds = this.thresholds!;
    if (!thresholds.emitted || this.clock.evaluation <= time) return true;
    const ended = thresholds.endedDelays(time);
    if (ended.some((index) => this.referenced.has(index))) return true;
    for (const index of ended) thresholds.expire(index, time);
    if (ended.length > 0) thresholds.settle(time);
    return false;
  }
}
