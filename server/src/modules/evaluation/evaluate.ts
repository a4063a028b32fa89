import { randomUUID } from 'node:crypto';
import {
  type AnnouncedExcursion,
  type Blocks,
  createProtectionEvaluator,
  type EvaluationState,
  inTime,
  type ProtectionEvaluator,
  type ProtectionProgram,
  seenBy,
} from '@twinward/domain/evaluation';
import type { StoredDefinition } from './definition.ts';
import {
  extentOf,
  type InputReader,
  latestOf,
  latestOfBlock,
  type Plan,
  type Prepared,
  readHistory,
  slices,
} from './plan.ts';
import { type KnownPast, type Recorded, Recorder } from './recorder.ts';
import { backTo, extend, noHistory } from './tracking.ts';

export interface ProtectionPlan extends Plan<StoredDefinition, ProtectionProgram, ProtectionEvaluator> {
  /** What this process has at hand of the protection, with nobody having gone on without it. */
  atHand: PreparedProtection | null;
  /** Up to when it was evaluated, under whatever definition: only what comes after acts. Null before any evaluation. */
  liveAfter: number | null;
  /** By tag, the earliest point that came or changed since the last evaluation. */
  arrived: ReadonlyMap<number, number>;
  /** Where history is evaluated again, the excursions that were known of it. */
  before: readonly AnnouncedExcursion[];
}

export interface PreparedProtection
  extends Prepared<StoredDefinition, ProtectionProgram, ProtectionEvaluator> {
  saved: Saved;
  /** The last evaluation, when it brought so little that it was not saved. */
  unsaved: Evaluation | null;
}

/** What was last saved of a protection. */
interface Saved {
  /** Epoch milliseconds */
  at: number;
  nextChange: number | null;
  stale: boolean;
  checkpoints: readonly EvaluationState[];
}

/**
 * An evaluation that brings nothing new is saved only so often: who goes on from the state that is saved
 * finds the same nothing again.
 */
const saveInterval = 5000;

/** What an evaluation of one protection brought. Times in epoch milliseconds. */
export interface Evaluation extends Pick<Recorded, 'excursions' | 'levels' | 'happenings'> {
  prepared: PreparedProtection;
  /** All that became known after this time is replaced; null when the evaluation only adds to it. */
  replacesAfter: number | null;
  level: number;
  driving: number | null;
  evaluatedAt: number | null;
  stale: boolean;
  nextChange: number | null;
  checkpointsChanged: boolean;
  /** Whether it brings nothing that has to be saved now. */
  quiet: boolean;
}

/**
 * Evaluates on points in memory.
 * @param blocks every input's points from when the plan needs them on.
 * @param now up to which passing time may change the answer.
 * @returns null when there is nothing to evaluate.
 */
export function evaluateOn(plan: ProtectionPlan, blocks: Blocks, now: number): Evaluation | null {
  const recorder = new Recorder(plan.evaluator ?? createEvaluator(plan, blocks));
  const latest = latestOf(blocks);
  let time = plan.start?.time ?? Number.NEGATIVE_INFINITY;
  const past = pastOf(plan);
  if (past) {
    const upTo = Math.min(past.upTo, latest);
    const newest = new Map(Array.from(blocks, ([alias, block]) => [alias, latestOfBlock(block)]));
    if (upTo > time) recorder.advance(blocks, upTo, false, isInTime(plan, past, newest));
    time = Math.max(time, upTo);
    settlePast(plan, past, recorder, now);
  }
  if (latest > time) recorder.advance(blocks, latest, true);
  passTime(recorder, now, true);
  return conclude(plan, recorder, now);
}

/** Evaluates as `evaluateOn` does, reading the points piece by piece. */
export async function evaluateFrom(
  plan: ProtectionPlan,
  reader: InputReader,
  now: number,
): Promise<Evaluation | null> {
  const { oldest, latest, newest } = await extentOf(plan, reader);
  const recorder = new Recorder(plan.evaluator ?? createEvaluator(plan, await readHistory(plan, reader)));
  let time = plan.start?.time ?? oldest - 1;
  const advance = async (upTo: number, live: boolean, inTime?: (time: number) => boolean) => {
    if (!(upTo > time)) return;
    for await (const slice of slices(plan, reader, time, upTo)) {
      recorder.advance(slice.blocks, slice.upTo, live, inTime);
    }
    time = upTo;
  };
  const past = pastOf(plan);
  if (past) {
    await advance(Math.min(past.upTo, latest), false, isInTime(plan, past, newest));
    settlePast(plan, past, recorder, now);
  }
  await advance(latest, true);
  passTime(recorder, now, true);
  return conclude(plan, recorder, now);
}

function createEvaluator({ program, start }: ProtectionPlan, history: Blocks): ProtectionEvaluator {
  return createProtectionEvaluator(program, start ? { state: start, history } : undefined);
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

/** Ends what was evaluated before, with the time that passed in it after the latest point. */
function settlePast(
  { before, stored: { definition } }: ProtectionPlan,
  past: Past,
  recorder: Recorder,
  now: number,
): void {
  passTime(recorder, Math.min(past.upTo, now), false);
  recorder.settlePast({ ...past, before, thresholds: definition.thresholds });
}

/**
 * Evaluates where time alone changes the answer, up to an end. It goes no further than the last such change, so that
 * a point that comes a little behind the clock takes nothing back.
 */
function passTime(recorder: Recorder, end: number, live: boolean): void {
  const { evaluator } = recorder;
  for (let next = evaluator.nextChange(); next !== null && next <= end; next = evaluator.nextChange()) {
    recorder.advance(noBlocks, next, live);
  }
}

const noBlocks: Blocks = new Map();

function conclude(plan: ProtectionPlan, recorder: Recorder, now: number): Evaluation | null {
  const { stored, program, start, history, atHand } = plan;
  const { excursions, levels, happenings, states } = recorder.recorded();
  const { evaluator } = recorder;
  if (!start && states.length === 0) return null;
  const kept = start ? backTo(history, start) : noHistory;
  const extended = extend(
    kept,
    start && states.length === 0 && kept.states.length === 0 ? [evaluator.save()] : states,
  );
  const { level, driving, lastEvaluated, noCalculation } = evaluator.status();
  const nextChange = evaluator.nextChange();
  const replacesAfter = !start
    ? Number.NEGATIVE_INFINITY
    : start === history.states.at(-1)
      ? null
      : start.time;
  const saved = atHand?.saved;
  // Only who saved last may leave out a saving: by a new one, others learn that they are behind.
  const quiet =
    saved !== undefined &&
    replacesAfter === null &&
    excursions.length + levels.length + happenings.length === 0 &&
    nextChange === saved.nextChange &&
    noCalculation === saved.stale &&
    now - saved.at < saveInterval;
  const evaluation: Evaluation = {
    prepared: {
      stored,
      program,
      evaluator,
      history: extended,
      token: quiet ? atHand!.token : randomUUID(),
      saved: quiet ? saved : { at: now, nextChange, stale: noCalculation, checkpoints: extended.checkpoints },
      unsaved: null,
    },
    replacesAfter,
    excursions,
    levels,
    happenings,
    level,
    driving,
    evaluatedAt: lastEvaluated,
    stale: noCalculation,
    nextChange,
    checkpointsChanged: extended.checkpoints !== (saved?.checkpoints ?? history.checkpoints),
    quiet,
  };
  if (quiet) evaluation.prepared.unsaved = evaluation;
  return evaluation;
}

/** The same evaluation, to be saved. */
export function toSave(evaluation: Evaluation, now: number): Evaluation {
  const { prepared, nextChange, stale } = evaluation;
  const saved: Saved = { at: now, nextChange, stale, checkpoints: prepared.history.checkpoints };
  return {
    ...evaluation,
    quiet: false,
    prepared: { ...prepared, token: randomUUID(), saved, unsaved: null },
  };
}
