import { randomUUID } from 'node:crypto';
import type { StaleInput } from '@twinward/contracts/protections/protection';
import {
  type AnnouncedExcursion,
  type EvaluationState,
  isWatched,
  type ProtectionEvaluator,
  type ProtectionProgram,
} from '@twinward/domain/evaluation';
import type { StoredDefinition } from '../definition/service.ts';
import type { Plan, Prepared } from './plan.ts';
import type { Recorded, Recorder } from './recorder.ts';
import { backTo, extend, noHistory } from './tracking.ts';

export interface ProtectionPlan extends Plan<StoredDefinition, ProtectionProgram, ProtectionEvaluator> {
  /** The prepared protection of this process; null if another process has evaluated it since. */
  atHand: PreparedProtection | null;
  /**
   * The end of the last evaluation under any definition or, before the first, the time from which the protection was to
   * be evaluated. Actions fire only after it. Epoch milliseconds.
   */
  liveAfter: number;
  /**
   * When the protection began to watch its inputs: inputs that never had a point are stale since then. Epoch
   * milliseconds.
   */
  activeSince: number;
  /** The earliest new or changed point since the last evaluation, by tag. */
  arrived: ReadonlyMap<number, number>;
  /** The stored excursions of the history that is evaluated again. */
  before: readonly AnnouncedExcursion[];
}

export interface PreparedProtection
  extends Prepared<StoredDefinition, ProtectionProgram, ProtectionEvaluator> {
  saved: Saved;
  /** The last evaluation, if it is quiet and therefore not saved. */
  unsaved: Evaluation | null;
}

/** The last saved state of a protection. */
interface Saved {
  /** Epoch milliseconds */
  at: number;
  nextChange: number | null;
  stale: boolean;
  staleInputs: readonly StaleInput[];
  silentSince: number | null;
  checkpoints: readonly EvaluationState[];
}

/**
 * Minimum milliseconds between saves of quiet evaluations; `spreadInterval` adds to it. An evaluation from an older
 * state finds the same excursions; only whether points that arrive meanwhile are late is judged by the older state.
 */
export const quietSaveInterval = 30_000;

/**
 * Returns the save interval of a protection, between one and two times the minimum. Different intervals keep
 * protections that were saved together from being saved together again.
 */
const spreadInterval = (fewest: number, protectionId: number) => fewest * (1 + (protectionId % 16) / 16);

/** The result of evaluating one protection. Times in epoch milliseconds. */
export interface Evaluation extends Pick<Recorded, 'excursions' | 'levels' | 'happenings' | 'answers'> {
  prepared: PreparedProtection;
  /** Results that became known after this time are replaced; null if the evaluation only adds results. */
  replacesAfter: number | null;
  /** Null once the asset is out of service. */
  level: number | null;
  driving: number | null;
  evaluatedAt: number | null;
  stale: boolean;
  staleInputs: readonly StaleInput[];
  /** The time since which every watched input is stale. */
  silentSince: number | null;
  /** Whether the level of the twin, or the time since which it is silent, may have changed. */
  changesTwin: boolean;
  nextChange: number | null;
  checkpointsChanged: boolean;
  /** Whether nothing needs to be saved now. */
  quiet: boolean;
}

export function conclude(
  plan: ProtectionPlan,
  recorder: Recorder,
  now: number,
  saveInterval: number,
): Evaluation | null {
  const { stored, program, start, history, atHand, activeSince } = plan;
  const { excursions, levels, happenings, answers, states } = recorder.recorded();
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
  const staleInputs = [
    ...evaluator.stale().map(({ alias, start }) => staleInput(alias, start, true)),
    ...evaluator.unseen().map((alias) => staleInput(alias, activeSince, false)),
  ];
  const silentSince = evaluator.silentSince(activeSince);
  const hasSameStaleness =
    saved !== undefined &&
    saved.silentSince === silentSince &&
    JSON.stringify(saved.staleInputs) === JSON.stringify(staleInputs);
  const isWatching = stored.definition.inputs.some(isWatched);
  // Only the process that saved last may skip a save: a new token tells the others that their state is old.
  const quiet =
    saved !== undefined &&
    replacesAfter === null &&
    excursions.length + levels.length + happenings.length + answers.length === 0 &&
    nextChange === saved.nextChange &&
    noCalculation === saved.stale &&
    hasSameStaleness &&
    now - saved.at < spreadInterval(saveInterval, stored.protectionId);
  const evaluation: Evaluation = {
    prepared: {
      stored,
      program,
      evaluator,
      history: extended,
      token: quiet ? atHand!.token : randomUUID(),
      saved: quiet
        ? saved
        : {
            at: now,
            nextChange,
            stale: noCalculation,
            staleInputs,
            silentSince,
            checkpoints: extended.checkpoints,
          },
      unsaved: null,
    },
    replacesAfter,
    excursions,
    levels,
    happenings,
    answers,
    level: isOutOfService ? null : level,
    driving,
    evaluatedAt: lastEvaluated,
    stale: noCalculation,
    staleInputs,
    silentSince,
    changesTwin:
      levels.length > 0 || replacesAfter !== null || isOutOfService || (isWatching && !hasSameStaleness),
    nextChange,
    checkpointsChanged: extended.checkpoints !== (saved?.checkpoints ?? history.checkpoints),
    quiet,
  };
  if (quiet) evaluation.prepared.unsaved = evaluation;
  return evaluation;
}

const staleInput = (alias: string, since: number, hadPoints: boolean): StaleInput => ({
  alias,
  since: new Date(since).toISOString(),
  hadPoints,
});

/** Returns the same evaluation, marked to be saved. */
export function toSave(evaluation: Evaluation, now: number): Evaluation {
  const { prepared, nextChange, stale, staleInputs, silentSince } = evaluation;
  const { checkpoints } = prepared.history;
  const saved: Saved = { at: now, nextChange, stale, staleInputs, silentSince, checkpoints };
  return {
    ...evaluation,
    quiet: false,
    prepared: { ...prepared, token: randomUUID(), saved, unsaved: null },
  };
}
