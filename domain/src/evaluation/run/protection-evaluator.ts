import { isWatched } from '../compile/compile.ts';
import type { ProtectionProgram } from '../compile/program.ts';
import type { Budget } from '../model/budget.ts';
import type { OpenExcursion, ProtectionOutput, ProtectionStatus, StaleEvent } from '../model/output.ts';
import type { Blocks } from '../model/points.ts';
import { BEGINNING, type EvaluationState, type Resume } from '../model/state.ts';
import type { AdvanceOptions, ProtectionEvaluator } from './evaluator.ts';
import { Run } from './run.ts';
import { type SavedStaleness, Staleness } from './staleness.ts';
import { type SavedThresholds, Thresholds } from './thresholds.ts';

interface ProtectionState extends EvaluationState {
  readonly program: string;
  readonly registers: readonly (number | null)[];
  readonly thresholds: SavedThresholds;
  readonly stale: readonly SavedStaleness[];
  /** Time of the newest processed point by input of the plan; null without one. Absent in older states. */
  readonly seen?: readonly (number | null)[];
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
  evaluator.advance(blocks, time, { live: false, budget });
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
    if (resume) this.resume(resume, budget);
    if (this.thresholds.told) this.run.wake = this.run.schedule(this.time);
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
    if (time < this.end) {
      const last = Math.min(until, this.end - 1);
      run.bind(blocks, time);
      evaluations = run.execute(Math.max(time, this.start - 1), last, budget);
      for (const input of this.staleness) {
        stale.push(...input.advance(blocks.get(input.alias), time, last, budget));
        if (until >= this.end) stale.push(...input.finish(this.end));
      }
      if (until >= this.end) thresholds.retire(this.end);
    }
    this.newest.forEach((_, index) => {
      const taken = run.starts[index]!;
      if (taken > 0) this.newest[index] = run.times[index]![taken - 1]!;
    });
    this.time = until;
    return {
      excursions: thresholds.excursions,
      levels: thresholds.levels,
      driving: thresholds.drivings,
      actions: thresholds.actions,
      stale: stale.sort((a, b) => (a.end ?? a.start) - (b.end ?? b.start)),
      evaluations,
    };
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
    };
  }

  nextChange(): number | null {
    if (this.time >= this.end) return null;
    const next = Math.min(this.end, this.run.wake, ...this.staleness.map((input) => input.next));
    return next === Number.POSITIVE_INFINITY ? null : next;
  }

  seen(): ReadonlyMap<string, number> {
    const { inputs } = this.program.code.plan;
    const seen = inputs.map(({ definition }, index) => [definition.alias, this.newest[index]!] as const);
    return new Map(seen.filter(([, time]) => time > Number.NEGATIVE_INFINITY));
  }

  open(): OpenExcursion[] {
    return this.thresholds.openExcursions();
  }

  stale(): StaleEvent[] {
    return this.staleness.flatMap((input) => input.open() ?? []);
  }

  silentSince(): number | null {
    if (this.staleness.some(({ isFresh }) => isFresh)) return null;
    const starts = this.stale().map(({ start }) => start);
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
    };
  }
}

/** Time of the newest point that a saved state has processed, by alias; inputs without a point are absent. */
export function seenBy({ code }: ProtectionProgram, state: EvaluationState): ReadonlyMap<string, number> {
  const { seen } = asProtectionState(state, code.fingerprint);
  return new Map(
    code.plan.inputs.flatMap(({ definition: { alias } }, index) => {
      const time = seen ? seen[index]! : state.time;
      return time === null ? [] : [[alias, time] as const];
    }),
  );
}

const never = () => false;

const NOTHING: ProtectionOutput = {
  excursions: [],
  levels: [],
  driving: [],
  actions: [],
  stale: [],
  evaluations: 0,
};

function asProtectionState(state: EvaluationState, fingerprint: string): ProtectionState {
  if (state.version !== 1 || state.program !== fingerprint) {
    throw new RangeError('The saved state is not of this program.');
  }
  return state as ProtectionState;
}
