import { fixedLength, parseDuration } from '../../duration.ts';
import type { CheckedProgram, Expression } from '../../language/ast.ts';
import { check, deadbandComparison } from '../../language/index.ts';
import { listExpressions } from '../compile/codegen/statements.ts';
import type { ProtectionDefinition } from '../model/definition.ts';
import { PATTERN_ANSWERS } from '../model/points.ts';
import { Interpreter, type Value, type World } from './reference-expressions.ts';

export interface ReferencePoint {
  readonly time: number;
  readonly value: number;
}

/** The result of the slow engine; comparable with that of the fast one. */
export interface ReferenceOutcome {
  readonly excursions: { threshold: number; start: number; end: number | null }[];
  readonly levels: { time: number; level: number }[];
  readonly driving: { time: number; threshold: number | null }[];
  readonly actions: {
    time: number;
    threshold: number;
    start: number;
    action: number;
    direction: 'enter' | 'exit';
  }[];
}

interface Threshold {
  readonly program: CheckedProgram;
  truth: boolean;
  excursions: { start: number; end: number | null }[];
  /** When the logic changed, while a delay is pending. */
  crossing: number | null;
}

/**
 * Reference implementation of protections: evaluates every millisecond, and recomputes everything from all points. For
 * work, only the times count; the classifier's results are under `PATTERN_ANSWERS`. Supports fixed intervals only.
 */
export function evaluateSlowly(
  definition: ProtectionDefinition,
  inputs: ReadonlyMap<string, readonly ReferencePoint[]>,
  until: number,
): ReferenceOutcome {
  return new SlowEngine(definition, inputs).run(until);
}

class SlowEngine {
  private readonly definition: ProtectionDefinition;
  private readonly inputs: ReadonlyMap<string, readonly ReferencePoint[]>;
  private readonly thresholds: Threshold[];
  private readonly outcome: ReferenceOutcome = { excursions: [], levels: [], driving: [], actions: [] };
  private evaluated = false;

  constructor(definition: ProtectionDefinition, inputs: ReadonlyMap<string, readonly ReferencePoint[]>) {
    this.definition = definition;
    this.inputs = inputs;
    this.thresholds = definition.thresholds.map((threshold, position) => {
      const checked = check(threshold.logic, {
        dialect: 'indicator',
        result: 'boolean',
        aliases: definition.inputs.map(({ alias, type, settings }) => ({
          name: alias,
          type,
          counter: settings?.intervalType === 'counter',
        })),
        thresholds: definition.thresholds.map(({ name }) => ({ name })),
        position,
        patterns: definition.patterns ?? [],
      });
      if (!checked.ok) throw new Error(checked.errors[0]!.message);
      return { program: checked.program, truth: false, excursions: [], crossing: null };
    });
  }

  run(until: number): ReferenceOutcome {
    const { type, startDate = 0 } = this.definition;
    const arrivals = new Set([...this.named()].flatMap((alias) => this.all(alias).map(({ time }) => time)));
    if (type === 'activity') arrivals.add(startDate);
    const first = type === 'activity' ? startDate : Math.min(...arrivals, until + 1);
    let clock = '';
    for (let time = first; time <= until; time++) {
      if (arrivals.has(time) || this.clock(time) !== clock || this.delayMatters(time)) this.evaluate(time);
      else this.expire(time);
      this.settle(time);
      clock = this.clock(time);
    }
    this.thresholds.forEach(({ excursions }, threshold) => {
      for (const { start, end } of excursions) this.outcome.excursions.push({ threshold, start, end });
    });
    return this.outcome;
  }

  /** The names that the texts use. */
  private named(): Set<string> {
    const named = new Set(this.thresholds.flatMap(({ program }) => program.aliases));
    if (this.thresholds.some(({ program }) => program.timing.completions) && this.work) named.add(this.work);
    if (this.thresholds.some(({ program }) => program.patterns.length > 0)) named.add(PATTERN_ANSWERS);
    return named;
  }

  private get work(): string | undefined {
    return this.definition.inputs.find(({ type }) => type === 'work')?.alias;
  }

  private all(alias: string): readonly ReferencePoint[] {
    return this.inputs.get(alias) ?? [];
  }

  private world(program: CheckedProgram, time: number): World {
    const upTo = (name: string) => this.all(name).filter((point) => point.time <= time);
    const input = (alias: number) => this.definition.inputs.find((i) => i.alias === program.aliases[alias])!;
    const points = (alias: number) => upTo(program.aliases[alias]!);
    const completions = this.work === undefined ? [] : upTo(this.work).map((point) => point.time);
    return {
      time,
      points,
      since: (alias) => {
        const { type, settings } = input(alias);
        const latest = points(alias).at(-1)?.time ?? null;
        if (this.definition.type !== 'activity' || type !== 'work') return latest;
        const start = this.definition.startDate ?? 0;
        if (settings?.schedule !== 'fixed') return latest ?? start;
        const length = fixedLength(parseDuration(settings.expectedInterval!));
        return satisfied(
          start,
          length,
          completions.filter((completion) => completion >= start),
        );
      },
      counter: (alias) => {
        const { counterStart = 0, counterInterval = 0, schedule } = input(alias).settings!;
        const readings = addedUp(points(alias), counterStart);
        if (readings.length === 0) return null;
        const done = completions.map((completion) => readingAt(readings, completion));
        const base =
          schedule === 'fixed'
            ? satisfied(counterStart, counterInterval, done)
            : (done.at(-1) ?? counterStart);
        return readings.at(-1)!.value - base;
      },
      counterReadings: (alias) => {
        const readings = addedUp(points(alias), input(alias).settings!.counterStart!);
        if (readings.length === 0) return { completions: [], now: null };
        const done = completions.map((completion) => readingAt(readings, completion));
        return { completions: done, now: done.length > 0 ? readings.at(-1)!.value : null };
      },
      excursions: (threshold) => this.thresholds[threshold]!.excursions,
      pattern: () => upTo(PATTERN_ANSWERS).at(-1)?.value ?? null,
    };
  }

  /** The results that may change with time alone, as one text. */
  private clock(time: number): string {
    return this.thresholds
      .flatMap(({ program }) => {
        const interpreter = new Interpreter(this.world(program, time));
        return [...listExpressions(program.statements)].flatMap((expression: Expression) => {
          if (expression.kind === 'compare-intervals') return String(interpreter.boolean(expression));
          if (expression.kind === 'excursion-count') return String(interpreter.number(expression));
          return [];
        });
      })
      .join();
  }

  private deadline(index: number): number | null {
    const { crossing, truth } = this.thresholds[index]!;
    const { onDelay = 0, offDelay = 0 } = this.definition.thresholds[index]!;
    return crossing === null ? null : crossing + ((truth ? onDelay : offDelay) as number);
  }

  /** Whether a delay ends now whose excursion another threshold reads. */
  private delayMatters(time: number): boolean {
    return this.thresholds.some(
      (_, index) =>
        this.deadline(index) === time &&
        this.thresholds.some(({ program }) => program.excursions.includes(index)),
    );
  }

  private evaluate(time: number): void {
    this.evaluated = true;
    this.thresholds.forEach((threshold, index) => {
      const answer = this.answer(threshold, index, time);
      if (answer !== null && answer !== threshold.truth) {
        threshold.truth = answer as boolean;
        threshold.crossing = threshold.crossing === null ? time : null;
      }
      this.expireOne(index, time);
    });
  }

  /** While an excursion is open, its limit is moved back by the deadband. */
  private answer({ program, excursions }: Threshold, index: number, time: number): Value {
    const interpreter = new Interpreter(this.world(program, time));
    const deadband = this.definition.thresholds[index]!.deadband ?? 0;
    const comparison = deadbandComparison(program);
    if (deadband === 0 || comparison === null || excursions.at(-1)?.end !== null) {
      return interpreter.run(program.statements);
    }
    const left = interpreter.number(comparison.left);
    const right = interpreter.number(comparison.right);
    if (left === null || right === null) return null;
    const sign = comparison.operator.startsWith('>') ? 1 : -1;
    const beyond = sign * (left - right) + deadband;
    return comparison.operator.endsWith('=') ? beyond >= 0 : beyond > 0;
  }

  private expire(time: number): void {
    this.thresholds.forEach((_, index) => {
      this.expireOne(index, time);
    });
  }

  private expireOne(index: number, time: number): void {
    if (this.deadline(index) === null || this.deadline(index)! > time) return;
    const threshold = this.thresholds[index]!;
    const crossing = threshold.crossing!;
    threshold.crossing = null;
    const direction = threshold.truth ? 'enter' : 'exit';
    if (threshold.truth) threshold.excursions.push({ start: crossing, end: null });
    else threshold.excursions.at(-1)!.end = crossing;
    const { start } = threshold.excursions.at(-1)!;
    this.definition.thresholds[index]!.actions?.forEach((entry, action) => {
      const wanted = entry.direction ?? 'enter';
      if (wanted === 'both' || wanted === direction) {
        this.outcome.actions.push({ time, threshold: index, start, action, direction });
      }
    });
  }

  private settle(time: number): void {
    if (!this.evaluated) return;
    const open = this.definition.thresholds
      .map((threshold, index) => ({ index, level: threshold.level }))
      .filter(
        ({ index, level }) => level !== null && this.thresholds[index]!.excursions.at(-1)?.end === null,
      );
    const level = open.length === 0 ? this.definition.defaultLevel : Math.max(...open.map((o) => o.level!));
    const driving = open.find((o) => o.level === level)?.index ?? null;
    if (this.outcome.levels.at(-1)?.level !== level) this.outcome.levels.push({ time, level });
    const last = this.outcome.driving.at(-1);
    if (last === undefined || last.threshold !== driving)
      this.outcome.driving.push({ time, threshold: driving });
  }
}

/** Readings with resets added. */
function addedUp(readings: readonly ReferencePoint[], start: number): ReferencePoint[] {
  let sum = start;
  return readings.map(({ time, value }, index) => {
    sum += Math.max(0, value - (index === 0 ? start : readings[index - 1]!.value));
    return { time, value: sum };
  });
}

function readingAt(readings: readonly ReferencePoint[], time: number): number {
  return (readings.findLast((reading) => reading.time <= time) ?? readings[0]!).value;
}

/** The last satisfied point of a plan: each completion satisfies the nearest point after the previous one. */
function satisfied(start: number, interval: number, completions: readonly number[]): number {
  let index = 0;
  for (const completion of completions) {
    let best = index + 1;
    for (let other = best; other < index + 200; other++) {
      const distance = (k: number) => Math.abs(start + k * interval - completion);
      if (distance(other) < distance(best)) best = other;
    }
    index = best;
  }
  return start + index * interval;
}
