import type { CheckedProgram, Expression } from '../../language/ast.ts';
import { check } from '../../language/index.ts';
import { expressionsOf } from '../codegen/statements.ts';
import type { ProtectionDefinition } from '../types.ts';
import { Interpreter, type World } from './reference-expressions.ts';

export interface ReferencePoint {
  readonly time: number;
  readonly value: number;
}

/** What the slow engine found; comparable with what the fast one tells. */
export interface ReferenceOutcome {
  readonly excursions: { threshold: number; start: number; end: number | null }[];
  readonly levels: { time: number; level: number }[];
  readonly driving: { time: number; threshold: number | null }[];
  readonly actions: { time: number; threshold: number; action: number; direction: 'enter' | 'exit' }[];
}

interface Threshold {
  readonly program: CheckedProgram;
  truth: boolean;
  excursions: { start: number; end: number | null }[];
  /** When the logic turned, while a delay is pending. */
  crossing: number | null;
}

/**
 * The meaning of a protection, spelled out: looks at every single millisecond, and computes everything anew from all
 * points. For condition protections without counters and patterns.
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
        aliases: definition.inputs.map(({ alias, type }) => ({ name: alias, type })),
        thresholds: definition.thresholds.map(({ name }) => ({ name })),
        position,
      });
      if (!checked.ok) throw new Error(checked.errors[0]!.message);
      return { program: checked.program, truth: false, excursions: [], crossing: null };
    });
  }

  run(until: number): ReferenceOutcome {
    const named = new Set(this.thresholds.flatMap(({ program }) => program.aliases));
    const arrivals = new Set([...named].flatMap((alias) => this.inputs.get(alias)!.map(({ time }) => time)));
    const first = Math.min(...arrivals, until + 1);
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

  private world(program: CheckedProgram, time: number): World {
    const points = (alias: number) =>
      this.inputs.get(program.aliases[alias]!)!.filter((point) => point.time <= time);
    return {
      time,
      points,
      since: (alias) => points(alias).at(-1)?.time ?? null,
      counter: () => null,
      counterReadings: () => ({ completions: [], now: null }),
      excursions: (threshold) => this.thresholds[threshold]!.excursions,
      pattern: () => null,
    };
  }

  /** The answers that time alone can change, as one text. */
  private clock(time: number): string {
    return this.thresholds
      .flatMap(({ program }) => {
        const interpreter = new Interpreter(this.world(program, time));
        return [...expressionsOf(program.statements)].flatMap((expression: Expression) => {
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

  /** Whether a delay ends now whose excursion another threshold asks for. */
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
      const answer = new Interpreter(this.world(threshold.program, time)).run(threshold.program.statements);
      if (answer !== null && answer !== threshold.truth) {
        threshold.truth = answer as boolean;
        threshold.crossing = threshold.crossing === null ? time : null;
      }
      this.expireOne(index, time);
    });
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
    this.definition.thresholds[index]!.actions?.forEach((entry, action) => {
      const wanted = entry.direction ?? 'enter';
      if (wanted === 'both' || wanted === direction) {
        this.outcome.actions.push({ time, threshold: index, action, direction });
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
