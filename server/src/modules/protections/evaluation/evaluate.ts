import { randomUUID } from 'node:crypto';
import {
  BEGINNING,
  type Blocks,
  createProtectionEvaluator,
  inTime,
  type ProtectionEvaluator,
  seenBy,
} from '@twinward/domain/evaluation';
import { conclude, type Evaluation, type ProtectionPlan } from './evaluation-result.ts';
import { evaluationLimits, Meter, pointsIn } from './limits.ts';
import { extentOf, type InputReader, latestOf, latestOfBlock, readHistory, slices } from './plan.ts';
import { type Advance, type KnownPast, Recorder } from './recorder.ts';
import { Turns, type Work } from './turns.ts';

/** Reads the points in (after, upTo], at once or piece by piece. */
type Pieces = (after: number, upTo: number) => AsyncIterable<Piece> | Iterable<Piece>;
interface Piece {
  blocks: Blocks;
  upTo: number;
}

/** What an evaluation goes over. Times in epoch milliseconds. */
interface Extent {
  /** Before any point. */
  oldest: number;
  /** The latest point of any input. */
  latest: number;
  /** By alias, the latest point. */
  newest: ReadonlyMap<string, number>;
}

/**
 * An evaluation at work. It can stop where its time is up, and go on later over the points that there are then. What it
 * announces of history that it evaluates again is decided once all of that is evaluated, however often it stopped.
 */
export class RunningEvaluation {
  plan: ProtectionPlan;
  /** Names it while it is parked. */
  readonly token = randomUUID();
  readonly #recorder: Recorder;
  #upTo: number | null;
  #isPastSettled = false;

  /** @param history the points of the windows before where the plan goes on. */
  constructor(plan: ProtectionPlan, history: Blocks, { turns, limits }: Work) {
    const meter = new Meter(limits);
    this.plan = plan;
    this.#recorder = new Recorder(plan.evaluator ?? createEvaluator(plan, history, meter), { meter, turns });
    this.#upTo = plan.start?.time ?? null;
  }

  /**
   * Goes on in the turns of another batch.
   * @param arrived by tag, the earliest point that came or changed since the last evaluation, none of them before `upTo`
   *   since this one began.
   */
  resume(turns: Turns, arrived: ReadonlyMap<number, number>): void {
    this.#recorder.turns = turns;
    this.plan = { ...this.plan, arrived };
  }

  /** Up to when it has evaluated; null before it begins. */
  get upTo(): number | null {
    return this.#upTo;
  }

  /**
   * Evaluates on points in memory.
   * @param blocks every input's points from when the plan needs them on.
   * @param now up to which passing time may change the answer.
   * @returns whether it is at its end. @throws BudgetExceeded
   */
  runOn(blocks: Blocks, now: number, until: number): Promise<boolean> {
    const newest = new Map(Array.from(blocks, ([alias, block]) => [alias, latestOfBlock(block)]));
    const extent = { oldest: BEGINNING, latest: latestOf(blocks), newest };
    return this.#run((_after, upTo) => [{ blocks, upTo }], extent, now, until);
  }

  /** Evaluates as `runOn` does, reading the points piece by piece. */
  async runFrom(reader: InputReader, now: number, until: number): Promise<boolean> {
    const extent = await extentOf(this.plan, reader);
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

  /** Evaluates again what was evaluated before, with the time that passed in it after the latest point. */
  async #runPast(
    pieces: Pieces,
    { oldest, latest, newest }: Extent,
    now: number,
    until: number,
  ): Promise<boolean> {
    const past = pastOf(this.plan);
    if (!past || this.#isPastSettled) return true;
    const how = { live: false, isInTime: isInTime(this.plan, past, newest), until };
    if (!(await this.#advance(pieces, oldest, Math.min(past.upTo, latest), how))) return false;
    if (!(await this.#passTime(Math.min(past.upTo, now), how))) return false;
    const { before, stored } = this.plan;
    this.#recorder.settlePast({ ...past, before, thresholds: stored.definition.thresholds });
    this.#isPastSettled = true;
    // A point that comes later in what is settled has it evaluated anew.
    if (this.#upTo !== null && Number.isFinite(past.upTo)) this.#upTo = Math.max(this.#upTo, past.upTo);
    return true;
  }

  /** Evaluates the points up to a time. Returns whether it came there. */
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
   * Evaluates where time alone changes the answer, up to an end. It goes no further than the last such change, so that
   * a point that comes a little behind the clock takes nothing back. Returns whether it came there.
   */
  async #passTime(end: number, how: Advance): Promise<boolean> {
    const { evaluator } = this.#recorder;
    for (let next = evaluator.nextChange(); next !== null && next <= end; next = evaluator.nextChange()) {
      await this.#recorder.passTo(next, how.live);
      this.#upTo = next;
      if (isOver(how)) return false;
    }
    return true;
  }

  /** What it brought, once it is at its end; null when there was nothing to evaluate. */
  conclude(now: number): Evaluation | null {
    return conclude(this.plan, this.#recorder, now);
  }
}

const isOver = ({ until = Number.POSITIVE_INFINITY }: Advance) => Date.now() >= until;

/** Evaluates on points in memory, to the end. @throws BudgetExceeded */
export async function evaluateOn(
  plan: ProtectionPlan,
  blocks: Blocks,
  now: number,
): Promise<Evaluation | null> {
  const running = new RunningEvaluation(plan, blocks, unhurried());
  await running.runOn(blocks, now, Number.POSITIVE_INFINITY);
  return running.conclude(now);
}

/** Evaluates as `evaluateOn` does, reading the points piece by piece. */
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

/** What of the points was evaluated before, and is evaluated again; null where evaluation goes on from its last state. */
function pastOf({ start, history, liveAfter }: ProtectionPlan): Past | null {
  const last = history.states.at(-1);
  if (last) return start === last ? null : { upTo: last.time, announces: true, previous: last };
  // A definition announces only what comes after the time up to which the protection was evaluated before it.
  return { upTo: liveAfter ?? Number.POSITIVE_INFINITY, announces: false, previous: null };
}

/** Whether what begins at a time that was evaluated before begins in points that are not late. */
function isInTime(
  { program, stored, arrived }: ProtectionPlan,
  { previous }: Past,
  newest: ReadonlyMap<string, number>,
): (time: number) => boolean {
  if (!previous) return () => false;
  const seen = seenBy(program, previous);
  return inTime(
    program.inputs.map(({ alias }) => ({
      seen: seen.get(alias) ?? Number.NEGATIVE_INFINITY,
      from: arrived.get(stored.tagIds.get(alias)!) ?? null,
      newest: newest.get(alias) ?? Number.NEGATIVE_INFINITY,
    })),
  );
}
