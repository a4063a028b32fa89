import { AnswerBatch } from '../../patterns/answer-batch.ts';
import { type FeatureLayout, FeatureStream, featureCount } from '../../patterns/features.ts';
import type { Classifier } from '../../patterns/model.ts';
import type { ClassifierProgram } from '../compile/program.ts';
import type { Budget } from '../model/budget.ts';
import type { AnswerChange } from '../model/output.ts';
import { type Blocks, type PointBlock, pointsBetween } from '../model/points.ts';
import type { EvaluationState, Resume } from '../model/state.ts';
import { ConditionOfUse, type CreateEvaluator } from './condition-of-use.ts';
import { ModelInput } from './model-input.ts';

/** The saved state; times in epoch milliseconds. */
export interface SavedAnswers {
  /** By input: time of the newest point, including bad ones; null without points. */
  readonly latest: readonly (number | null)[];
  /** The last processed point of the grid; null before the first. */
  readonly passed: number | null;
  /** Number of consecutive complete rows that end there, at most the longest window. */
  readonly rows: number;
  readonly answer: number;
  readonly refused: boolean;
  /** State of the condition of use; null without a condition. */
  readonly condition: EvaluationState | null;
}

/** Values of `answer` besides indexes of patterns: none yet, and no answer. */
const NOTHING = -2;
const NO_ANSWER = -1;

interface ReadOptions {
  /**
   * Whether no more points follow, so that the logic is evaluated up to the end even if points of the grid have no
   * answer yet.
   */
  readonly isFinal?: boolean | undefined;
  /** Points up to this time only show which points of the grid are answered; `until` by default. */
  readonly evidence?: number | undefined;
  readonly budget?: Budget | undefined;
}

/** A period in which no input has points, for longer than their values hold. */
interface Gap {
  /** Points of the grid up to this time have answers. */
  readonly answered: number;
  /** From this time on there is no answer. */
  readonly end: number;
  /** Time of the next point. */
  readonly next: number;
}

/**
 * Answers the points of the model's grid, in order. A point of the grid is answered once each input has a point at or
 * after it, or is stale by the newest point of any input. Once all inputs are stale there is no answer, and the points of
 * the grid that were not answered are left out. So the answers depend on the points alone.
 *
 * The logic must not be evaluated beyond the first point of the grid that may still be answered: see `read`.
 */
export class Answers {
  /** The answers of the last `read`, for the logic: NaN for no answer. */
  block: PointBlock = { times: new Float64Array(0), values: new Float64Array(0), length: 0 };
  changes: AnswerChange[] = [];
  readonly inputs: readonly ModelInput[];
  private readonly program: ClassifierProgram;
  private readonly condition: ConditionOfUse | null;
  private stream: FeatureStream | null = null;
  /** The values of the last row. */
  readonly row: Float64Array;
  private times: number[] = [];
  private values: number[] = [];
  /** The last processed point of the grid; NaN before the first. */
  passed = Number.NaN;
  /** Consecutive complete rows up to `passed`; at most the longest window. */
  rows = 0;
  /** Whether the condition of use is true at `passed`. */
  isUsed = true;
  private answer = NOTHING;
  refused = false;
  /** Rows to push again after a restore. */
  private rebuilds = 0;
  private upTo = Number.NEGATIVE_INFINITY;
  private heldTo = Number.POSITIVE_INFINITY;
  private readonly weight: number;

  constructor(program: ClassifierProgram, createEvaluator: CreateEvaluator) {
    this.program = program;
    this.inputs = program.definition.inputs.map(({ hold }) => new ModelInput(hold));
    this.row = new Float64Array(this.inputs.length);
    this.condition = program.condition && new ConditionOfUse(program.condition, createEvaluator);
    this.weight = Math.ceil((50 + 3 * this.inputs.length) / 16);
  }

  restore(saved: SavedAnswers, { state, history }: Resume, budget: Budget | undefined): void {
    this.program.definition.inputs.forEach(({ alias }, index) => {
      this.inputs[index]!.restore(getBlock(history, alias), saved.latest[index]!);
    });
    this.passed = saved.passed ?? Number.NaN;
    this.rows = saved.rows;
    this.rebuilds = saved.rows;
    this.answer = saved.answer;
    this.refused = saved.refused;
    this.upTo = state.time;
    this.updateHeldTo(state.time);
    if (saved.condition) this.condition?.restore({ state: saved.condition, history }, budget);
  }

  save(time: number): SavedAnswers {
    return {
      latest: this.inputs.map((input) => finiteOr(input.latestAt(time))),
      passed: Number.isNaN(this.passed) ? null : this.passed,
      rows: this.rows,
      answer: this.answer,
      refused: this.refused,
      condition: this.condition?.save() ?? null,
    };
  }

  /** Drops the points after a time, which are passed again. */
  dropAfter(time: number): void {
    for (const input of this.inputs) input.dropAfter(time);
    this.upTo = time;
    this.updateHeldTo(time);
  }

  /** Index of the pattern of the last answer; null for no answer. */
  get pattern(): number | null {
    return this.answer >= 0 ? this.answer : null;
  }

  /**
   * Processes the points up to `until`, passed with those that were not yet evaluated.
   * @returns the time up to which the logic can be evaluated; later answers may follow right after it
   */
  read(blocks: Blocks, until: number, { isFinal = false, evidence = until, budget }: ReadOptions): number {
    this.times = [];
    this.values = [];
    this.changes = [];
    this.program.definition.inputs.forEach(({ alias }, index) => {
      this.inputs[index]!.add(pointsBetween(getBlock(blocks, alias), this.upTo, evidence));
    });
    const gaps = this.readPoints(evidence);
    this.upTo = Math.max(this.upTo, evidence);
    const frontier = Math.min(this.frontier(), until);
    this.updateHeldTo(until);
    const reached = isFinal ? until : Math.min(until, this.heldTo);
    this.condition?.advance(blocks, reached, budget);
    for (const gap of gaps) {
      this.answerUpTo(Math.min(gap.answered, until), budget);
      if (gap.end <= until) this.end(gap.end);
      if (gap.next <= until) this.passed = this.gridBefore(gap.next);
    }
    this.answerUpTo(frontier, budget);
    if (until >= this.releaseTime) this.end(this.releaseTime);
    this.block = {
      times: Float64Array.from(this.times),
      values: Float64Array.from(this.values),
      length: this.times.length,
    };
    return reached;
  }

  /** Whether all inputs are stale, so that no point is waited for. */
  get isReleased(): boolean {
    return this.heldTo === Number.POSITIVE_INFINITY;
  }

  /**
   * Returns when the logic can be evaluated without new points, if its result changes at `change`: then, or when all
   * inputs are stale. Infinity for never.
   */
  nextChange(change: number): number {
    const release = this.isReleased ? Number.POSITIVE_INFINITY : this.releaseTime;
    const reachable = change <= this.heldTo ? change : Number.POSITIVE_INFINITY;
    const ends = this.answer >= 0 || change < Number.POSITIVE_INFINITY;
    return Math.min(reachable, ends ? release : Number.POSITIVE_INFINITY);
  }

  /** Reads the points in order of time. Returns the gaps between them. */
  private readPoints(until: number): Gap[] {
    const gaps: Gap[] = [];
    for (;;) {
      let time = Number.POSITIVE_INFINITY;
      for (const { next } of this.inputs) if (next < time) time = next;
      if (time > until || time === Number.POSITIVE_INFINITY) return gaps;
      if (Number.isNaN(this.passed)) this.passed = this.gridBefore(time);
      if (time >= this.releaseTime) {
        gaps.push({ answered: this.frontier(), end: this.releaseTime, next: time });
      }
      for (const input of this.inputs) if (input.next === time) input.readNext();
    }
  }

  /** Returns the time up to which all inputs that are not stale have points; -Infinity without points. */
  private frontier(): number {
    let newest = Number.NEGATIVE_INFINITY;
    for (const { latest } of this.inputs) if (latest > newest) newest = latest;
    let frontier = newest;
    for (const { latest, hold } of this.inputs) {
      if (newest - latest <= hold && latest < frontier) frontier = latest;
    }
    return frontier;
  }

  /** Returns when all inputs are stale; Infinity without points. */
  private get releaseTime(): number {
    let time = Number.NEGATIVE_INFINITY;
    for (const { latest, hold } of this.inputs) if (latest + hold > time) time = latest + hold;
    return time === Number.NEGATIVE_INFINITY ? Number.POSITIVE_INFINITY : Math.floor(time) + 1;
  }

  private updateHeldTo(until: number): void {
    const { step } = this.program.definition;
    const frontier = this.frontier();
    const isReleased = frontier === Number.NEGATIVE_INFINITY || until >= this.releaseTime;
    this.heldTo = isReleased ? Number.POSITIVE_INFINITY : (Math.floor(frontier / step) + 1) * step - 1;
  }

  /** Returns the last point of the grid before a time. */
  private gridBefore(time: number): number {
    const { step } = this.program.definition;
    return Math.ceil(time / step) * step - step;
  }

  /** Computes the answers for the points of the grid up to a time. */
  private answerUpTo(time: number, budget: Budget | undefined): void {
    const { step } = this.program.definition;
    if (!(this.passed + step <= time)) return;
    const classifier = this.program.models.get(this.program.definition.checksum);
    const stream = this.prepare(classifier);
    const { classes, longest } = this.program.definition;
    const batch = new AnswerBatch<number>(
      classifier,
      (at, { pattern, refused }) => this.emit(at, classes[pattern]!, refused),
      Math.floor((time - this.passed) / step),
    );
    while (this.passed + step <= time) {
      const at = this.passed + step;
      budget?.spend(this.weight);
      this.isUsed = this.condition?.isTrueAt(at) !== false;
      if (!this.readRow(at) || !this.isUsed) {
        this.rows = 0;
        stream.reset();
        batch.flush();
        this.emit(at, NO_ANSWER, false);
        this.passed = Math.max(at, Math.min(this.completeFrom(at), this.gridBefore(time + step)) - step);
        continue;
      }
      this.passed = at;
      const isFull = stream.push(this.row, 0);
      this.rows = Math.min(this.rows + 1, longest);
      if (isFull) batch.add(stream, at);
      else this.emit(at, NO_ANSWER, false);
    }
    batch.flush();
  }

  /** Fills the row of a grid point; returns false if a value is missing. */
  readRow(time: number): boolean {
    let isComplete = true;
    this.inputs.forEach((input, index) => {
      const value = input.valueAt(time);
      this.row[index] = value;
      if (Number.isNaN(value)) isComplete = false;
    });
    return isComplete;
  }

  /** Returns the features of the last row if it has an answer. */
  readFeatures(layout: FeatureLayout): Float32Array {
    const features = new Float32Array(featureCount(layout));
    this.stream!.read(features, 0);
    return features;
  }

  /** Returns, after an incomplete row, a point of the grid before which no row is complete. */
  private completeFrom(time: number): number {
    const { step } = this.program.definition;
    let from = time + step;
    this.inputs.forEach((input, index) => {
      if (Number.isNaN(this.row[index])) from = Math.max(from, input.nextValue);
    });
    return Math.ceil(from / step) * step;
  }

  /** Restores the windows of the model, with the rows before a saved state. */
  private prepare({ model }: Classifier): FeatureStream {
    if (this.stream) return this.stream;
    const { step } = this.program.definition;
    this.stream = new FeatureStream(model.layout);
    for (let row = this.rebuilds - 1; row >= 0; row--) {
      if (this.readRow(this.passed - row * step)) this.stream.push(this.row, 0);
      else this.stream.reset();
    }
    return this.stream;
  }

  /** Ends the answers from the out-of-service time on. */
  retire(time: number): void {
    if (this.answer >= 0) this.changes.push({ time, pattern: null, refused: false });
  }

  /** Ends the answers because all inputs are stale. */
  private end(time: number): void {
    this.rows = 0;
    this.rebuilds = 0;
    this.stream?.reset();
    if (this.answer >= 0) this.emit(time, NO_ANSWER, false);
  }

  private emit(time: number, answer: number, refused: boolean): void {
    if (answer < 0 && this.answer === answer) return;
    if (this.times.at(-1) === time) {
      this.times.pop();
      this.values.pop();
    }
    this.times.push(time);
    this.values.push(answer < 0 ? Number.NaN : answer);
    if (Math.max(this.answer, NO_ANSWER) !== answer || this.refused !== refused) {
      if (this.changes.at(-1)?.time === time) this.changes.pop();
      this.changes.push({ time, pattern: answer < 0 ? null : answer, refused });
    }
    this.answer = answer;
    this.refused = refused;
  }
}

const noPoints: PointBlock = { times: new Float64Array(0), values: new Float64Array(0), length: 0 };
const getBlock = (blocks: Blocks, alias: string): PointBlock => blocks.get(alias) ?? noPoints;
const finiteOr = (time: number): number | null => (Number.isFinite(time) ? time : null);
