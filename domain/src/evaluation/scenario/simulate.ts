import type { ActionEvent, DrivingChange, ExcursionEvent, LevelChange, StaleEvent } from '../model/output.ts';
import { type Blocks, PATTERN_ANSWERS, type PointBlock, pointsBetween, Quality } from '../model/points.ts';
import { BEGINNING, type EvaluationState } from '../model/state.ts';
import {
  type AnnouncedExcursion,
  type Arrival,
  announcePast,
  firedActions,
  inTime,
} from '../run/announcements.ts';
import { createCalculatedEvaluator } from '../run/calculated-evaluator.ts';
import type { CalculatedEvaluator, ProtectionEvaluator } from '../run/evaluator.ts';
import { createProtectionEvaluator } from '../run/protection-evaluator.ts';
import type { CompiledScenario } from './compiled.ts';
import { replaceEqualTimes } from './file.ts';
import type { LatePoint, Scenario, ScenarioPoint } from './scenario.ts';

/** How a scenario is fed: in one advance, or point by point with the state saved and restored after each. */
export type Feeding = 'all at once' | 'point by point';

/** All results of a run of a scenario. */
export interface Outcome {
  readonly calculated: ReadonlyMap<string, readonly (readonly [time: number, value: number])[]>;
  readonly excursions: readonly ExcursionEvent[];
  readonly levels: readonly LevelChange[];
  readonly driving: readonly DrivingChange[];
  readonly actions: readonly ActionEvent[];
  readonly stale: readonly StaleEvent[];
}

/** Runs a scenario: live up to each arrival of late points, then again from the beginning with them, and so on. */
export function simulate(scenario: Scenario, compiled: CompiledScenario, feeding: Feeding): Outcome {
  const points = new Map(scenario.inputs.map((input) => [input.alias, input.points]));
  let session = new Session(scenario, compiled, feeding, points);
  const arrivals = [...new Set(scenario.late.map(({ arrives }) => Math.min(arrives, scenario.until)))];
  for (const arrival of arrivals) {
    session.advance(arrival, true);
    const arrived = scenario.late.filter(({ arrives }) => Math.min(arrives, scenario.until) === arrival);
    for (const late of arrived) points.set(late.input, replaceEqualTimes([...points.get(late.input)!, late]));
    const again = new Session(scenario, compiled, feeding, points);
    again.follow(session, arrival, arrived);
    session = again;
  }
  session.advance(scenario.until, true);
  return session.outcome();
}

/** One evaluation of a scenario from its beginning, over the points known so far. */
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
  /** The last time with an arrival or evaluation. */
  private reached = BEGINNING;
  /** By threshold and start. */
  private announced = new Map<string, AnnouncedExcursion>();
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
      this.blocks.set(alias, toBlock(list));
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

  /** @param isInTime if not live: whether a begin at a time is due to points that are not late */
  advance(until: number, live: boolean, isInTime?: ReturnType<typeof inTime>): void {
    if (this.stepwise) {
      for (const time of this.times) {
        if (time >= until) break;
        this.step(time, live, isInTime);
        this.restart();
      }
    }
    this.step(until, live, isInTime);
    if (this.stepwise) this.restart();
  }

  private step(until: number, live: boolean, isInTime?: ReturnType<typeof inTime>): void {
    this.compiled.calculated.forEach(({ name }, index) => {
      const stored = this.calculated[index]!.advance(this.blocks, until);
      this.stored.get(name)!.append(stored);
    });
    const output = this.protection?.advance(this.blocks, until, {
      live,
      isInTime: isInTime && ((time) => isInTime(time, this.blocks)),
      unlogged: true,
    });
    if (!output) return;
    this.excursions.push(...output.excursions);
    const times = output.excursions.map(({ recordedAt }) => recordedAt);
    this.reached = Math.max(this.reached, this.protection!.status().lastEvaluated ?? this.reached, ...times);
    if (live) {
      for (const { threshold, start, end } of output.excursions) {
        this.announced.set(`${threshold} ${start}`, {
          threshold,
          start,
          end,
          announced: true,
          continues: null,
        });
      }
    }
    this.levels.push(...output.levels);
    this.driving.push(...output.driving);
    this.actions.push(...output.actions);
    this.stale.push(...output.stale);
  }

  /** Saves every evaluator, and replaces it by one restored from the state and the points of its windows. */
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

  /** Re-evaluates up to an arrival what another session evaluated without the arriving points, and continues live. */
  follow(before: Session, arrival: number, arrived: readonly LatePoint[]): void {
    const program = this.compiled.protection;
    this.actions = before.actions;
    if (!program) {
      this.advance(arrival, false);
      return;
    }
    const calculated = this.calculateUpTo(arrival);
    const arrivals = program.inputs.map(({ alias }): Arrival => {
      const block =
        calculated.get(alias) ?? pointsBetween(this.blocks.get(alias)!, Number.NEGATIVE_INFINITY, arrival);
      const times = arrived
        .filter(({ input, time }) => input === alias && time <= arrival)
        .map(({ time }) => time);
      return {
        alias,
        seen: before.protection!.seen().get(alias) ?? Number.NEGATIVE_INFINITY,
        from: calculated.has(alias)
          ? firstDifference(before.blocks.get(alias)!, block)
          : times.length > 0
            ? Math.min(...times)
            : null,
        newest: block.times[block.length - 1] ?? Number.NEGATIVE_INFINITY,
      };
    });
    this.advance(arrival, false, inTime(arrivals));
    const { excursions, announcements, pending } = announcePast({
      events: this.excursions,
      open: this.protection!.open(),
      before: [...before.announced.values()],
      upTo: arrival,
      reached: before.reached,
      announces: true,
    });
    this.announced = new Map(excursions.map((one) => [`${one.threshold} ${one.start}`, one]));
    const { thresholds } = program.definition;
    for (const one of announcements) this.actions.push(...firedActions(thresholds[one.threshold]!, one));
    this.protection!.rejoin(before.protection!.save(), pending);
  }

  private calculateUpTo(time: number): Map<string, PointBlock> {
    const calculated = new Map<string, PointBlock>();
    for (const { name, program } of this.compiled.calculated) {
      const blocks = new Map([...this.blocks, ...calculated]);
      calculated.set(name, createCalculatedEvaluator(program).advance(blocks, time));
    }
    return calculated;
  }

  outcome(): Outcome {
    const calculated = this.compiled.calculated.map(({ name }) => {
      const { times, values, length } = this.stored.get(name)!;
      const points = Array.from({ length }, (_, index) => [times[index]!, values[index]!] as const);
      return [name, points] as const;
    });
    const { levels, driving, actions, stale } = this;
    const thresholds = this.compiled.protection?.definition.thresholds ?? [];
    const excursions = this.excursions.filter(
      ({ threshold }) => thresholds[threshold]!.logExcursion !== false,
    );
    return { calculated: new Map(calculated), excursions, levels, driving, actions, stale };
  }
}

/** Returns the earliest time at which two blocks differ; null if they are equal. */
function firstDifference(one: PointBlock, other: PointBlock): number | null {
  const shorter = Math.min(one.length, other.length);
  for (let index = 0; index < shorter; index++) {
    if (one.times[index] !== other.times[index] || one.values[index] !== other.values[index]) {
      return Math.min(one.times[index]!, other.times[index]!);
    }
  }
  return one.length === other.length ? null : (one.length > shorter ? one : other).times[shorter]!;
}

function throughJson(state: EvaluationState): EvaluationState {
  return JSON.parse(JSON.stringify(state)) as EvaluationState;
}

function toBlock(points: readonly ScenarioPoint[]): PointBlock {
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

/** Calculated points, which are stored one by one. */
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
