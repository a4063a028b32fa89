import { randomUUID } from 'node:crypto';
import type {
  AnnouncedExcursion,
  EvaluationState,
  ProtectionEvaluator,
  ProtectionProgram,
} from '@twinward/domain/evaluation';
import type { StoredDefinition } from '../definition/service.ts';
import type { Plan, Prepared } from './plan.ts';
import type { Recorded, Recorder } from './recorder.ts';
import { backTo, extend, noHistory } from './tracking.ts';

export interface ProtectionPlan extends Plan<StoredDefinition, ProtectionProgram, ProtectionEvaluator> {
  /** The prepared protection of this process, if no other process has evaluated it since; else null. */
  atHand: PreparedProtection | null;
  /**
   * The end of the last evaluation, under any definition; before the first, the time from which the protection was to be
   * evaluated. Actions fire only after it. Epoch milliseconds.
   */
  liveAfter: number;
  /** The earliest new or changed point since the last evaluation, by tag. */
  arrived: ReadonlyMap<number, number>;
  /** The stored excursions of the history that is evaluated again. */
  before: readonly AnnouncedExcursion[];
}

export interface PreparedProtection
  extends Prepared<StoredDefinition, ProtectionProgram, ProtectionEvaluator> {
  saved: Saved;
  /** The last evaluation where it is quiet and therefore not saved. */
  unsaved: Evaluation | null;
}

/** The state of a protection that was saved last. */
interface Saved {
  /** Epoch milliseconds */
  at: number;
  nextChange: number | null;
  stale: boolean;
  checkpoints: readonly EvaluationState[];
}

/**
 * Milliseconds between saves of quiet evaluations. Evaluating again from an older state gives the same excursions; only
 * whether points that arrive then are late is judged by the older state.
 */
export const quietSaveInterval = 5000;

/** The result of evaluating one protection. Times in epoch milliseconds. */
export interface Evaluation extends Pick<Recorded, 'excursions' | 'levels' | 'happenings'> {
  prepared: PreparedProtection;
  /** Results that became known after this time are replaced; null where the evaluation only adds results. */
  replacesAfter: number | null;
  /** Null once it is out of service. */
  level: number | null;
  driving: number | null;
  evaluatedAt: number | null;
  stale: boolean;
  nextChange: number | null;
  checkpointsChanged: boolean;
  /** Whether nothing has to be saved now. */
  quiet: boolean;
}

export function conclude(
  plan: ProtectionPlan,
  recorder: Recorder,
  now: number,
  saveInterval: number,
): Evaluation | null {
  const { stored, program, start, history, atHand } = plan;
  const { excursions, levels, happenings, states } = recorder.recorded();
  const { evaluator } = recorder;
  if (!start && states.length === 0) return null;
  const kept = start ? backTo(history, start) : noHistory;
  const extended = extend(
    kept,
    start && states.length === 0 && kept.states.length === 0 ? [evaluator.save()] : states,
  );
  const { level, driving, lastEvaluated, noCalculation, isOutOfService } = evaluator.status();
  const nextChange = evaluator.nextChange();
  const replacesAfter = !start
    ? Number.NEGATIVE_INFINITY
    : start === history.states.at(-1)
      ? null
      : start.time;
  const saved = atHand?.saved;
  // Only the process that saved last may skip a save: a new token shows the others that their state is old.
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
    level: isOutOfService ? null : level,
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

/** The same evaluation, marked to be saved. */
export function toSave(evaluation: Evaluation, now: number): Evaluation {
  const { prepared, nextChange, stale } = evaluation;
  const saved: Saved = { at: now, nextChange, stale, checkpoints: prepared.history.checkpoints };
  return {
    ...evaluation,
    quiet: false,
    prepared: { ...prepared, token: randomUUID(), saved, unsaved: null },
  };
}
