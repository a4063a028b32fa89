import {
  type AnnouncedExcursion,
  actionsOf,
  announcePast,
  type Blocks,
  type EvaluationState,
  type ExcursionEvent,
  type ProtectionEvaluator,
  type ProtectionOutput,
  type ThresholdDefinition,
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

/** What is known of history that was evaluated again. */
export interface KnownPast {
  /** The time up to which evaluation had come. */
  upTo: number;
  /** Whether what is new in it is announced. */
  announces: boolean;
  /** The state in which evaluation had left it; null when it had none of this definition. */
  previous: EvaluationState | null;
  /** The excursions that were known. */
  before: readonly AnnouncedExcursion[];
  thresholds: readonly ThresholdDefinition[];
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

  /** What was recorded while not live. */
  readonly #past: ExcursionEvent[] = [];

  constructor(evaluator: ProtectionEvaluator) {
    this.evaluator = evaluator;
    const status = evaluator.status();
    this.#level = status.level;
    this.#driving = status.driving;
  }

  /** @param isInTime while not live, whether what begins at a time begins in points that are not late */
  advance(
    blocks: Blocks,
    upTo: number,
    live: boolean,
    isInTime?: (time: number) => boolean,
  ): ProtectionOutput {
    const output = this.evaluator.advance(blocks, upTo, { live, isInTime, unlogged: true });
    const { excursions, levels, driving, actions } = output;
    this.#excursions.add(excursions, live);
    if (live) {
      const opened = excursions.filter(({ end, live: announced }) => end === null && announced);
      this.#happenings.push(
        ...actions,
        ...opened.map(({ threshold, start }) => ({ ...begun, time: start, start, threshold })),
      );
    } else this.#past.push(...excursions);
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

  /** Ends what was not live: announces what of it is new, and goes on live. */
  settlePast({ upTo, announces, previous, before, thresholds }: KnownPast): void {
    const open = this.evaluator.open();
    const past = announcePast({ events: this.#past, open, before, upTo, reached: upTo, announces });
    const entered = new Set<string>();
    for (const one of past.announcements) {
      const { threshold, start, direction, time } = one;
      this.#happenings.push(...actionsOf(thresholds[threshold]!, one));
      if (direction === 'exit') continue;
      entered.add(`${threshold} ${start}`);
      this.#happenings.push({ ...begun, time, start, threshold });
    }
    for (const { threshold, start, announced } of past.excursions) {
      this.#excursions.announce(threshold, start, announced, entered.has(`${threshold} ${start}`));
    }
    this.evaluator.rejoin(previous, past.pending);
    if (this.#states.length > 0) this.#states.splice(-1, 1, this.evaluator.save());
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

const begun = { direction: 'enter' as const, action: null };
