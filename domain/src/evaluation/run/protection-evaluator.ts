import { isWatched } from '../compile/compile.ts';
import type { ProtectionProgram } from '../compile/program.ts';
import type { Budget } from '../model/budget.ts';
import type { OpenExcursion, ProtectionOutput, ProtectionStatus, StaleEvent } from '../model/output.ts';
import { type Blocks, PATTERN_ANSWERS } from '../model/points.ts';
import { BEGINNING, type EvaluationState, type Resume } from '../model/state.ts';
import { Answers, type SavedAnswers } from './answers.ts';
import type { AdvanceOptions, ProtectionEvaluator } from './evaluator.ts';
import { Run } from './run.ts';
import { type SavedStaleness, Staleness } from './staleness.ts';
import { type SavedThresholds, Thresholds } from './thresholds.ts';
import { Waiting } from './waiting.ts';

interface ProtectionState extends EvaluationState {
  readonly program: string;
  readonly registers: readonly (number | null)[];
  readonly thresholds: SavedThresholds;
  readonly stale: readonly SavedStaleness[];
  /** Time of the newest processed point by input of the plan; null without one. Absent in older states. */
  readonly seen?: readonly (number | null)[];
  /** State of the model; absent without one. */
  readonly answers?: SavedAnswers;
}

/**
 * Creates a new evaluator, or one that resumes from a saved state.
 *
 * @param budget limits the work of loading the state's history, whose points count like those of an advance
 * @throws RangeError for a state saved by another program or another version of the engine; BudgetExceeded
 */
export function createProtectionEvaluator(
  program: ProtectionProgram,
  resume?: Resume,
  budget?: Budget,
): ProtectionEvaluator {
  return new Evaluator(program, resume, budget);
}

/** Runs an evaluation up to a time and returns its run and thresholds, for an explanation. */
export function createProtectionRun(
  program: ProtectionProgram,
  blocks: Blocks,
  time: number,
  resume?: Resume,
  budget?: Budget,
): { run: Run; thresholds: Thresholds } {
  const evaluator = new Evaluator(program, resume, budget);
  evaluator.advance(blocks, time, { live: false, budget, evidence: Number.POSITIVE_INFINITY });
  return evaluator;
}

class Evaluator implements ProtectionEvaluator {
  private readonly program: ProtectionProgram;
  readonly thresholds: Thresholds;
  private readonly staleness: readonly Staleness[];
  readonly run: Run;
  private readonly start: number;
  /** Out of service from this time on. */
  private readonly end: number;
  private readonly newest: number[];
  /** Null without a model. */
  readonly answers: Answers | null;
  private readonly waiting: Waiting;
  private time = BEGINNING;

  constructor(program: ProtectionProgram, resume: Resume | undefined, budget: Budget | undefined) {
    const { definition, code } = program;
    this.program = program;
    this.thresholds = new Thresholds(definition, code.plan.excursions);
    this.staleness = definition.inputs
      .filter(isWatched)
      .map((input) => new Staleness(input, definition.timeZone ?? 'UTC'));
    this.run = new Run(code, this.thresholds);
    this.start = code.plan.activityStart ?? Number.NEGATIVE_INFINITY;
    this.end = definition.endDate ?? Number.POSITIVE_INFINITY;
    this.newest = code.plan.inputs.map(() => Number.NEGATIVE_INFINITY);
    this.answers = program.classifier && new Answers(program.classifier, createProtectionEvaluator);
    this.waiting = new Waiting(program.inputs.map(({ alias }) => alias));
    if (resume) this.resume(resume, budget);
    if (this.thresholds.emitted) this.run.wake = this.run.schedule(this.time);
    else if (this.start > this.time) this.run.wake = this.start;
  }

  private resume({ state, history }: Resume, budget: Budget | undefined): void {
    const saved = asProtectionState(state, this.program.code.fingerprint);
    this.run.loadHistory(history, state.time, budget);
    saved.registers.forEach((value, index) => {
      this.run.registers[index] = value ?? Number.NaN;
    });
    this.thresholds.restore(saved.thresholds);
    saved.stale.forEach((stale, index) => {
      this.staleness[index]!.restore(stale);
    });
    this.time = state.time;
    if (saved.answers) this.answers?.restore(saved.answers, { state, history }, budget);
    this.newest.forEach((_, index) => {
      this.newest[index] = saved.seen ? (saved.seen[index] ?? Number.NEGATIVE_INFINITY) : state.time;
    });
  }

  advance(blocks: Blocks, until: number, options: AdvanceOptions = {}): ProtectionOutput {
    const { thresholds, run, time } = this;
    const { budget } = options;
    if (until < time) return NOTHING;
    thresholds.live = options.live ?? true;
    thresholds.isInTime = options.isInTime ?? never;
    thresholds.unlogged = options.unlogged ?? false;
    thresholds.clear();
    let evaluations = 0;
    const stale: StaleEvent[] = [];
    const isEnding = until >= this.end;
    let isHeld = false;
    if (time < this.end) {
      const wanted = Math.min(until, this.end - 1);
      const { points, last } = this.addAnswers(blocks, wanted, isEnding, options);
      isHeld = last < wanted;
      run.bind(points, time);
      evaluations = run.execute(Math.max(time, this.start - 1), last, budget);
      for (const input of this.staleness) {
        stale.push(...input.advance(points.get(input.alias), time, last, budget));
        if (isEnding) stale.push(...input.finish(this.end));
      }
      if (isEnding) {
        thresholds.retire(this.end);
        this.answers?.retire(this.end);
      }
      this.time = isHeld ? last : until;
    } else this.time = until;
    this.newest.forEach((_, index) => {
      const taken = run.starts[index]!;
      if (taken > 0) this.newest[index] = run.times[index]![taken - 1]!;
    });
    return {
      excursions: thresholds.excursions,
      levels: thresholds.levels,
      driving: thresholds.drivings,
      actions: thresholds.actions,
      stale: stale.sort((a, b) => (a.end ?? a.start) - (b.end ?? b.start)),
      answers: (time < this.end && this.answers?.changes) || [],
      evaluations,
    };
  }

  /** Returns the points of an advance with the resulting answers, and the time up to which they are evaluated. */
  private addAnswers(
    blocks: Blocks,
    until: number,
    isFinal: boolean,
    { evidence = until, budget }: AdvanceOptions,
  ): { points: Blocks; last: number } {
    if (!this.answers) return { points: blocks, last: until };
    const points = this.waiting.add(blocks, this.time, Math.max(until, evidence));
    const last = this.answers.read(points, until, { isFinal, evidence, budget });
    return { points: points.set(PATTERN_ANSWERS, this.answers.block), last: Math.max(last, this.time) };
  }

  dropWaiting(): void {
    this.waiting.drop();
    this.answers?.dropAfter(this.time);
  }

  status(): ProtectionStatus {
    const { level, driving, lastEvaluated, calculated } = this.thresholds;
    const isOutOfService = this.time >= this.end;
    return {
      level,
      driving: driving < 0 ? null : driving,
      lastEvaluated: Number.isNaN(lastEvaluated) ? null : lastEvaluated,
      noCalculation: !isOutOfService && !calculated,
      isOutOfService,
      answer: isOutOfService ? null : (this.answers?.pattern ?? null),
    };
  }

  nextChange(): number | null {
    if (this.time >= this.end) return null;
    const change = Math.min(this.run.wake, ...this.staleness.map((input) => input.next));
    const next = Math.min(this.end, this.answers ? this.answers.nextChange(change) : change);
    return next === Number.POSITIVE_INFINITY ? null : next;
  }

  seen(): ReadonlyMap<string, number> {
    return seenBy(this.program, this.save());
  }

  open(): OpenExcursion[] {
    return this.thresholds.openExcursions();
  }

  stale(): StaleEvent[] {
    return this.staleness.flatMap((input) => input.open() ?? []);
  }

  unseen(): string[] {
    if (this.time >= this.end) return [];
    return this.staleness.flatMap(({ alias, isUnseen }) => (isUnseen ? [alias] : []));
  }

  silentSince(unseenSince: number): number | null {
    if (this.staleness.some(({ isFresh }) => isFresh)) return null;
    const starts = [...this.stale().map(({ start }) => start), ...this.unseen().map(() => unseenSince)];
    return starts.length === 0 ? null : Math.max(...starts);
  }

  rejoin(previous: EvaluationState | null, announced: readonly number[]): void {
    const saved = previous && asProtectionState(previous, this.program.code.fingerprint);
    this.thresholds.rejoin(saved?.thresholds ?? null, announced);
  }

  save(): ProtectionState {
    return {
      version: 1,
      time: this.time,
      program: this.program.code.fingerprint,
      registers: Array.from(this.run.registers, (value) => (Number.isNaN(value) ? null : value)),
      thresholds: this.thresholds.save(this.time),
      stale: this.staleness.map((input) => input.save()),
      seen: this.newest.map((time) => (time > Number.NEGATIVE_INFINITY ? time : null)),
      ...(this.answers ? { answers: this.answers.save(this.time) } : {}),
    };
  }
}

/**
 * Returns the time of the newest point that a saved state has processed, by alias; inputs without a point are omitted.
 */
export function seenBy(
  { code, classifier }: ProtectionProgram,
  state: EvaluationState,
): ReadonlyMap<string, number> {
  const { seen, answers } = asProtectionState(state, code.fingerprint);
  const byLogic = code.plan.inputs.map(({ definition: { alias } }, index) => {
    return [alias, seen ? seen[index]! : state.time] as const;
  });
  const byModel = (classifier?.definition.inputs ?? []).map(({ alias }, index) => {
    return [alias, answers?.latest[index] ?? null] as const;
  });
  return new Map([...byModel, ...byLogic].flatMap(([alias, time]) => (time === null ? [] : [[alias, time]])));
}

const never = () => false;

const NOTHING: ProtectionOutput = {
  excursions: [],
  levels: [],
  driving: [],
  actions: [],
  stale: [],
  answers: [],
  evaluations: 0,
};

function asProtectionState(state: EvaluationState, fingerprint: string): ProtectionState {
  if (state.version !== 1 || state.program !== fingerprint) {
    throw new RangeError('The saved state is not of this program.');
  }
  return state as ProtectionState;
}
