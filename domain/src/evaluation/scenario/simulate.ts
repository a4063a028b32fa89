import { createCalculatedEvaluator } from '../calculated-evaluator.ts';
import { pointsBetween } from '../points.ts';
import { createProtectionEvaluator } from '../protection-evaluator.ts';
import {
  type ActionEvent,
  type Blocks,
  type CalculatedEvaluator,
  type DrivingChange,
  type EvaluationState,
  type ExcursionEvent,
  type LevelChange,
  PATTERN_ANSWERS,
  type PointBlock,
  type ProtectionEvaluator,
  Quality,
  type StaleEvent,
} from '../types.ts';
import type { CompiledScenario } from './compiled.ts';
import { replaceEqualTimes } from './file.ts';
import type { Scenario, ScenarioPoint } from './scenario.ts';

/** How a scenario is fed: in one advance, or at each point with the state saved and restored after it. */
export type Feeding = 'all at once' | 'point by point';

/** Everything that a run of a scenario brought. */
export interface Outcome {
  readonly calculated: ReadonlyMap<string, readonly (readonly [time: number, value: number])[]>;
  readonly excursions: readonly ExcursionEvent[];
  readonly levels: readonly LevelChange[];
  readonly driving: readonly DrivingChange[];
  readonly actions: readonly ActionEvent[];
  readonly stale: readonly StaleEvent[];
}

/** Runs a scenario: live up to each arrival of late points, then again from the beginning with them, and on. */
export function simulate(scenario: Scenario, compiled: CompiledScenario, feeding: Feeding): Outcome {
  const points = new Map(scenario.inputs.map((input) => [input.alias, input.points]));
  let session = new Session(scenario, compiled, feeding, points);
  const arrivals = [...new Set(scenario.late.map(({ arrives }) => Math.min(arrives, scenario.until)))];
  for (const arrival of arrivals) {
    session.advance(arrival, true);
    for (const late of scenario.late) {
      if (Math.min(late.arrives, scenario.until) !== arrival) continue;
      points.set(late.input, replaceEqualTimes([...points.get(late.input)!, late]));
    }
    const before = session;
    session = new Session(scenario, compiled, feeding, points);
    session.advance(arrival, false);
    session.rejoin(before);
  }
  session.advance(scenario.until, true);
  return session.outcome();
}

/** One evaluation of a scenario from its beginning, over the points that are known. */
class Session {
  private readonly compiled: CompiledScenario;
  private readonly stepwise: boolean;
  private readonly blocks = new Map<string, PointBlock>();
  private readonly stored = new Map<string, StoredPoints>();
  private readonly times: readonly number[];
  private readonly calculated: CalculatedEvaluator[];
  private protection: ProtectionEvaluator | null;
  private readonly excursions: ExcursionEvent[] = [];
  private readonly levels: LevelChange[] = [];
  private readonly driving: DrivingChange[] = [];
  private actions: ActionEvent[] = [];
  private readonly stale: StaleEvent[] = [];

  constructor(
    scenario: Scenario,
    compiled: CompiledScenario,
    feeding: Feeding,
    points: ReadonlyMap<string, readonly ScenarioPoint[]>,
  ) {
    this.compiled = compiled;
    this.stepwise = feeding === 'point by point';
    const times = new Set<number>();
    for (const [alias, list] of points) {
      this.blocks.set(alias, blockOf(list));
      for (const { time } of list) times.add(time);
    }
    const answers = scenario.patterns?.answers ?? [];
    this.blocks.set(PATTERN_ANSWERS, columns(answers));
    for (const [time] of answers) times.add(time);
    for (const { name } of compiled.calculated) {
      const stored = new StoredPoints();
      this.stored.set(name, stored);
      this.blocks.set(name, stored);
    }
    this.times = [...times].sort((a, b) => a - b);
    this.calculated = compiled.calculated.map(({ program }) => createCalculatedEvaluator(program));
    this.protection = compiled.protection && createProtectionEvaluator(compiled.protection);
  }

  advance(until: number, live: boolean): void {
    if (this.stepwise) {
      for (const time of this.times) {
        if (time >= until) break;
        this.step(time, live);
        this.restart();
      }
    }
    this.step(until, live);
    if (this.stepwise) this.restart();
  }

  private step(until: number, live: boolean): void {
    this.compiled.calculated.forEach(({ name }, index) => {
      const stored = this.calculated[index]!.advance(this.blocks, until);
      this.stored.get(name)!.append(stored);
    });
    const output = this.protection?.advance(this.blocks, until, { live });
    if (!output) return;
    this.excursions.push(...output.excursions);
    this.levels.push(...output.levels);
    this.driving.push(...output.driving);
    this.actions.push(...output.actions);
    this.stale.push(...output.stale);
  }

  /** Saves every evaluator, and makes a new one of what was saved and of its windows' points. */
  private restart(): void {
    this.compiled.calculated.forEach(({ program }, index) => {
      const state = throughJson(this.calculated[index]!.save());
      this.calculated[index] = createCalculatedEvaluator(program, {
        state,
        history: this.history(program, state),
      });
    });
    const program = this.compiled.protection;
    if (!program) return;
    const state = throughJson(this.protection!.save());
    this.protection = createProtectionEvaluator(program, { state, history: this.history(program, state) });
  }

  private history(
    program: { readonly inputs: readonly { readonly alias: string; readonly window: number }[] },
    { time }: EvaluationState,
  ): Blocks {
    return new Map(
      program.inputs
        .filter(({ window }) => window > 0)
        .map(({ alias, window }) => [alias, pointsBetween(this.blocks.get(alias)!, time - window, time)]),
    );
  }

  /** Goes on from a session that was live up to the same time, with other points. */
  rejoin(before: Session): void {
    if (before.protection) this.protection!.rejoin(before.protection.save());
    this.actions = before.actions;
  }

  outcome(): Outcome {
    const calculated = this.compiled.calculated.map(({ name }) => {
      const { times, values, length } = this.stored.get(name)!;
      const points = Array.from({ length }, (_, index) => [times[index]!, values[index]!] as const);
      return [name, points] as const;
    });
    const { excursions, levels, driving, actions, stale } = this;
    return { calculated: new Map(calculated), excursions, levels, driving, actions, stale };
  }
}

function throughJson(state: EvaluationState): EvaluationState {
  return JSON.parse(JSON.stringify(state)) as EvaluationState;
}

function blockOf(points: readonly ScenarioPoint[]): PointBlock {
  const block = columns(points.map(({ time, value }) => [time, value ?? 0]));
  if (points.every(({ quality }) => quality === 'good')) return block;
  return { ...block, qualities: Uint8Array.from(points, ({ quality }) => Quality[quality]) };
}

function columns(points: readonly (readonly [time: number, value: number])[]): PointBlock {
  return {
    times: Float64Array.from(points, ([time]) => time),
    values: Float64Array.from(points, ([, value]) => value),
    length: points.length,
  };
}

/** Calculated points, as they are stored one after the other. */
class StoredPoints implements PointBlock {
  times: Float64Array<ArrayBufferLike> = new Float64Array(16);
  values: Float64Array<ArrayBufferLike> = new Float64Array(16);
  length = 0;

  append({ times, values, length }: PointBlock): void {
    while (this.length + length > this.times.length) {
      this.times = doubled(this.times);
      this.values = doubled(this.values);
    }
    this.times.set(times, this.length);
    this.values.set(values, this.length);
    this.length += length;
  }
}

function doubled(column: Float64Array): Float64Array {
  const larger = new Float64Array(column.length * 2);
  larger.set(column);
  return larger;
}
