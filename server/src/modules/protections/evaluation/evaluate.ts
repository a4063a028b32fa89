import { randomUUID } from 'node:crypto';
import {
  BEGINNING,
  type Blocks,
  createProtectionEvaluator,
  inTime,
  type ProtectionEvaluator,
  seenBy,
} from '@twinward/domain/evaluation';
import { conclude, type Evaluation, type ProtectionPlan, quietSaveInterval } from './evaluation-result.ts';
import { evaluationLimits, Meter, pointsIn } from './limits.ts';
import { type InputReader, latestOfBlock, latestPoint, readExtent, readHistory, slices } from './plan.ts';
import { type Advance, type KnownPast, Recorder } from './recorder.ts';
import { Turns, type Work } from './turns.ts';

/** Reads the points in (after, upTo], all at once or in parts. */
type Pieces = (after: number, upTo: number) => AsyncIterable<Piece> | Iterable<Piece>;
interface Piece {
  blocks: Blocks;
  upTo: number;
}

/** The extent of the points of an evaluation. Times in epoch milliseconds. */
interface Extent {
  /** A time before the first point. */
  oldest: number;
  /** The latest point of any input. */
  latest: number;
  /** The latest point, by alias. */
  newest: ReadonlyMap<string, number>;
}

/**
 * A running evaluation. It stops when its time is up, and resumes later with the points that exist then. Which
 * excursions of past history it announces is decided once, after all of that history has been evaluated.
 */
export class RunningEvaluation {
  plan: ProtectionPlan;
  /** Identifies the evaluation while it is parked. */
  readonly token = randomUUID();
  readonly #recorder: Recorder;
  #upTo: number | null;
  #isPastSettled = false;

  /** @param history the points before the plan's start that the windows need. */
  constructor(plan: ProtectionPlan, history: Blocks, { turns, limits }: Work) {
    const meter = new Meter(limits);
    this.plan = plan;
    // The points after the plan's start are read again.
    plan.evaluator?.dropWaiting();
    this.#recorder = new Recorder(plan.evaluator ?? createEvaluator(plan, history, meter), { meter, turns });
    this.#upTo = plan.start?.time ?? null;
  }

  /**
   * Resumes in another batch.
   * @param arrived the earliest new or changed point since the last evaluation, by tag; none is before `upTo` since
   *   this evaluation began.
   */
  resume(turns: Turns, arrived: ReadonlyMap<number, number>): void {
    this.#recorder.turns = turns;
    this.plan = { ...this.plan, arrived };
  }

  /** The time that the evaluation has reached; null before it begins. */
  get upTo(): number | null {
    return this.#upTo;
  }

  /**
   * Evaluates points in memory.
   * @param blocks the points of every input from the plan's start
   * @param now the time up to which the result may change without new points
   * @returns whether the evaluation is complete.
   * @throws BudgetExceeded
   */
  runOn(blocks: Blocks, now: number, until: number): Promise<boolean> {
    const newest = new Map(Array.from(blocks, ([alias, block]) => [alias, latestOfBlock(block)]));
    const extent = { oldest: BEGINNING, latest: latestPoint(blocks), newest };
    return this.#run((_after, upTo) => [{ blocks, upTo }], extent, now, until);
  }

  /** Like `runOn`, but reads the points in parts. */
  async runFrom(reader: InputReader, now: number, until: number): Promise<boolean> {
    const extent = await readExtent(this.plan, reader);
    return this.#run((after, upTo) => slices(this.plan, reader, after, upTo), extent, now, until);
  }

  async #run(pieces: Pieces, extent: Extent, now: number, until: number): Promise<boolean> {
    const { oldest, latest } = extent;
    return (
      (await this.#runPast(pieces, extent, now, until)) &&
      (await this.#advance(pieces, oldest, latest, { live: true, until })) &&
      (await this.#passTime(now, { live: true, until }))
    );
  }

  /** Evaluates past history again, including the time that has passed since its latest point. */
  async #runPast(
    pieces: Pieces,
    { oldest, latest, newest }: Extent,
    now: number,
    until: number,
  ): Promise<boolean> {
    const past = findPast(this.plan);
    if (!past || this.#isPastSettled) return true;
    const how = { live: false, isInTime: isInTime(this.plan, past, newest), until };
    if (!(await this.#advance(pieces, oldest, Math.min(past.upTo, latest), how))) return false;
    if (!(await this.#passTime(Math.min(past.upTo, now), how))) return false;
    const { before, stored } = this.plan;
    this.#recorder.settlePast({ ...past, before, thresholds: stored.definition.thresholds });
    this.#isPastSettled = true;
    // A later point in settled history starts a new evaluation.
    if (this.#upTo !== null && Number.isFinite(past.upTo)) this.#upTo = Math.max(this.#upTo, past.upTo);
    return true;
  }

  /** Evaluates the points up to a time. Returns whether it reached that time. */
  async #advance(pieces: Pieces, oldest: number, upTo: number, how: Advance): Promise<boolean> {
    let reached = this.#upTo ?? oldest - 1;
    if (!(upTo > reached)) return true;
    for await (const piece of pieces(reached, upTo)) {
      reached = await this.#recorder.advance(piece.blocks, reached, piece.upTo, how);
      this.#upTo = reached;
      if (reached < upTo && isOver(how)) return false;
    }
    return true;
  }

  /**
   * Evaluates the changes that happen without new points, up to an end. It stops at the last such change, so that a
   * point slightly behind the clock undoes nothing. Returns whether it reached the end.
   */
  async #passTime(end: number, how: Advance): Promise<boolean> {
    const { evaluator } = this.#recorder;
    for (let next = evaluator.nextChange(); next !== null && next <= end; next = evaluator.nextChange()) {
      await this.#recorder.passTo(next, how);
      this.#upTo = next;
      if (isOver(how)) return false;
    }
    return true;
  }

  /** Returns the result of the completed evaluation; null if there was nothing to evaluate. */
  conclude(now: number, saveInterval = quietSaveInterval): Evaluation | null {
    return conclude(this.plan, this.#recorder, now, saveInterval);
  }
}

const isOver = ({ until = Number.POSITIVE_INFINITY }: Advance) => Date.now() >= until;

/** Evaluates points in memory to the end. @throws BudgetExceeded */
export async function evaluateOn(
  plan: ProtectionPlan,
  blocks: Blocks,
  now: number,
): Promise<Evaluation | null> {
  const running = new RunningEvaluation(plan, blocks, unhurried());
  await running.runOn(blocks, now, Number.POSITIVE_INFINITY);
  return running.conclude(now);
}

/** Like `evaluateOn`, but reads the points in parts. */
export async function evaluateFrom(
  plan: ProtectionPlan,
  reader: InputReader,
  now: number,
): Promise<Evaluation | null> {
  const running = new RunningEvaluation(plan, await readHistory(plan, reader), unhurried());
  await running.runFrom(reader, now, Number.POSITIVE_INFINITY);
  return running.conclude(now);
}

const unhurried = (): Work => ({ turns: new Turns(), limits: evaluationLimits });

function createEvaluator(
  { program, start }: ProtectionPlan,
  history: Blocks,
  meter: Meter,
): ProtectionEvaluator {
  if (!start) return createProtectionEvaluator(program);
  meter.allow(pointsIn(history, start.time));
  return createProtectionEvaluator(program, { state: start, history }, meter);
}

type Past = Pick<KnownPast, 'upTo' | 'announces' | 'previous'>;

/** Returns the history to evaluate again; null if evaluation continues from its last state. */
function findPast({ start, history, liveAfter }: ProtectionPlan): Past | null {
  const last = history.states.at(-1);
  if (last) return start === last ? null : { upTo: last.time, announces: true, previous: last };
  // A new definition announces only excursions after the end of the last evaluation.
  return { upTo: liveAfter, announces: false, previous: null };
}

/** Whether an excursion in past history begins at points that are not late. */
function isInTime(
  { program, stored, arrived }: ProtectionPlan,
  { previous }: Past,
  newest: ReadonlyMap<string, number>,
): NonNullable<Advance['isInTime']> {
  if (!previous) return () => false;
  const seen = seenBy(program, previous);
  return inTime(
    program.inputs.map(({ alias }) => ({
      alias,
      seen: seen.get(alias) ?? Number.NEGATIVE_INFINITY,
      from: arrived.get(stored.sources.get(alias)!.tagId) ?? null,
      newest: newest.get(alias) ?? Number.NEGATIVE_INFINITY,
    })),
  );
}
