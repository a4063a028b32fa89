import type {
  Blocks,
  EvaluationState,
  ProtectionEvaluator,
  ProtectionOutput,
} from '@twinward/domain/evaluation';
import { ExcursionLog, type FoundExcursion } from './excursions.ts';

export interface FoundLevel {
  time: number;
  level: number;
  /** Index of the driving threshold. */
  driving: number | null;
}

/** Something that came live, and that somebody may want to be told of. */
export interface FoundHappening {
  time: number;
  /** When the excursion began. */
  start: number;
  /** Index into the definition's thresholds. */
  threshold: number;
  direction: 'enter' | 'exit';
  /** Index of the threshold's action that fired; null for an excursion that opened. */
  action: number | null;
}

/** What the advances of an evaluator brought. */
export interface Recorded {
  excursions: FoundExcursion[];
  levels: FoundLevel[];
  happenings: FoundHappening[];
  /** The state after each advance. */
  states: EvaluationState[];
}

/** Advances an evaluator and gathers what that brings, in the form in which it is stored. */
export class Recorder {
  readonly evaluator: ProtectionEvaluator;
  readonly #excursions = new ExcursionLog();
  readonly #levels: FoundLevel[] = [];
  readonly #happenings: FoundHappening[] = [];
  readonly #states: EvaluationState[] = [];
  #level: number;
  #driving: number | null;

  readonly #unlogged: boolean;

  /** @param unlogged whether to gather excursions that are kept for no record, too. */
  constructor(evaluator: ProtectionEvaluator, unlogged = false) {
    this.evaluator = evaluator;
    this.#unlogged = unlogged;
    const status = evaluator.status();
    this.#level = status.level;
    this.#driving = status.driving;
  }

  advance(blocks: Blocks, upTo: number, live: boolean): ProtectionOutput {
    const output = this.evaluator.advance(blocks, upTo, { live, unlogged: this.#unlogged });
    const { excursions, levels, driving, actions } = output;
    this.#excursions.add(excursions);
    if (live) {
      const opened = excursions.filter(({ end }) => end === null);
      this.#happenings.push(
        ...actions,
        ...opened.map(({ threshold, start }) => ({
          time: start,
          start,
          threshold,
          direction: 'enter' as const,
          action: null,
        })),
      );
    }
    this.#states.push(this.evaluator.save());
    if (levels.length === 0 && driving.length === 0) return output;
    // One entry a moment, where level and driving threshold may change together.
    const levelAt = new Map(levels.map((change) => [change.time, change.level]));
    const drivingAt = new Map(driving.map((change) => [change.time, change.threshold]));
    const times = [...new Set([...levelAt.keys(), ...drivingAt.keys()])].sort((a, b) => a - b);
    for (const time of times) {
      this.#level = levelAt.get(time) ?? this.#level;
      if (drivingAt.has(time)) this.#driving = drivingAt.get(time)!;
      this.#levels.push({ time, level: this.#level, driving: this.#driving });
    }
    return output;
  }

  recorded(): Recorded {
    return {
      excursions: this.#excursions.all(),
      levels: this.#levels,
      happenings: this.#happenings,
      states: this.#states,
    };
  }
}
