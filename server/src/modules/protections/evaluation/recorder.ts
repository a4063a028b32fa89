import {
  type AnnouncedExcursion,
  type AnswerChange,
  announcePast,
  type Blocks,
  type EvaluationState,
  type ExcursionEvent,
  firedActions,
  type ProtectionEvaluator,
  type ProtectionOutput,
  type StaleEvent,
  type ThresholdDefinition,
} from '@twinward/domain/evaluation';
import { ExcursionLog, type FoundExcursion } from './excursions.ts';
import type { Meter } from './limits.ts';
import type { Turns } from './turns.ts';

export interface FoundLevel {
  time: number;
  level: number;
  /** Index of the driving threshold. */
  driving: number | null;
}

/** A live event that users may be notified of. */
export interface FoundHappening {
  time: number;
  /** Start of the excursion. */
  start: number;
  /** Index into the definition's thresholds. */
  threshold: number;
  direction: 'enter' | 'exit';
  /** Index of the threshold's action that fired; null for an excursion that opened. */
  action: number | null;
}

/** The results of an evaluator's advances. */
export interface Recorded {
  excursions: FoundExcursion[];
  levels: FoundLevel[];
  happenings: FoundHappening[];
  stale: StaleEvent[];
  /** Changes of the answer of the model. */
  answers: AnswerChange[];
  evaluations: number;
  /** The state after each advance. */
  states: EvaluationState[];
}

/** The known results of history that is evaluated again. */
export interface KnownPast {
  /** The end of the previous evaluation. */
  upTo: number;
  /** Whether new excursions in it are announced. */
  announces: boolean;
  /** The state at that end; null if it was saved under another definition, or never. */
  previous: EvaluationState | null;
  /** The known excursions. */
  before: readonly AnnouncedExcursion[];
  thresholds: readonly ThresholdDefinition[];
}

export interface RecorderOptions {
  meter: Meter;
  turns: Turns;
}

/** Options of an advance. */
export interface Advance {
  /** Whether actions fire. */
  live: boolean;
  /** While not live: whether an excursion that begins at this time begins at points that are not late. */
  isInTime?: (time: number, blocks: Blocks) => boolean;
  /** Deadline in epoch milliseconds. */
  until?: number;
}

const noBlocks: Blocks = new Map();

/** Advances an evaluator and collects the results in their stored form. */
export class Recorder {
  readonly evaluator: ProtectionEvaluator;
  turns: Turns;
  readonly #excursions = new ExcursionLog();
  readonly #levels: FoundLevel[] = [];
  readonly #happenings: FoundHappening[] = [];
  readonly #stale: StaleEvent[] = [];
  readonly #answers: AnswerChange[] = [];
  readonly #states: EvaluationState[] = [];
  readonly #options: RecorderOptions;
  #evaluations = 0;
  #level: number;
  #driving: number | null;

  /** The results recorded while not live. */
  readonly #past: ExcursionEvent[] = [];

  constructor(evaluator: ProtectionEvaluator, options: RecorderOptions) {
    this.evaluator = evaluator;
    this.#options = options;
    this.turns = options.turns;
    const status = evaluator.status();
    this.#level = status.level;
    this.#driving = status.driving;
  }

  /**
   * Advances over the points in (after, upTo].
   * @returns the time reached: less than `upTo` when the deadline has passed.
   * @throws BudgetExceeded
   */
  async advance(
    blocks: Blocks,
    after: number,
    upTo: number,
    { live, isInTime, until = Number.POSITIVE_INFINITY }: Advance,
  ): Promise<number> {
    const { meter } = this.#options;
    const advance = (piece: Blocks, cut: number) => this.#advance(piece, cut, live, isInTime);
    const reached = await this.turns.run(blocks, after, upTo, { meter, until, advance });
    this.#states.push(this.evaluator.save());
    return reached;
  }

  /**
   * Advances to a timer, a time at which the result changes without new points.
   * @throws BudgetExceeded
   */
  async passTo(time: number, { live, isInTime }: Advance): Promise<void> {
    this.#options.meter.allow(1);
    this.#advance(noBlocks, time, live, isInTime);
    this.#states.push(this.evaluator.save());
    await this.turns.pause();
  }

  #advance(blocks: Blocks, upTo: number, live: boolean, isInTime?: Advance['isInTime']): void {
    const options = {
      live,
      isInTime: isInTime && ((time: number) => isInTime(time, blocks)),
      unlogged: true,
      budget: this.#options.meter,
    };
    this.#add(this.evaluator.advance(blocks, upTo, options), live);
  }

  #add(output: ProtectionOutput, live: boolean): void {
    const { excursions, levels, driving, actions, stale, answers, evaluations } = output;
    // Pushed one by one: spreading a long list would exceed the maximum number of arguments.
    for (const event of stale) this.#stale.push(event);
    for (const change of answers) this.#answers.push(change);
    this.#evaluations += evaluations;
    this.#excursions.add(excursions, live);
    if (live) {
      for (const action of actions) this.#happenings.push(action);
      for (const { threshold, start, end, live: announced } of excursions) {
        if (end === null && announced) this.#happenings.push(begun(threshold, start, start));
      }
    } else for (const event of excursions) this.#past.push(event);
    this.#addLevels(levels, driving);
  }

  /** Adds one entry for each time at which level, driving threshold or both change. */
  #addLevels(levels: ProtectionOutput['levels'], driving: ProtectionOutput['driving']): void {
    let nextLevel = 0;
    let nextDriving = 0;
    while (nextLevel < levels.length || nextDriving < driving.length) {
      const time = Math.min(levels[nextLevel]?.time ?? Infinity, driving[nextDriving]?.time ?? Infinity);
      for (; levels[nextLevel]?.time === time; nextLevel++) this.#level = levels[nextLevel]!.level;
      for (; driving[nextDriving]?.time === time; nextDriving++)
        this.#driving = driving[nextDriving]!.threshold;
      this.#levels.push({ time, level: this.#level, driving: this.#driving });
    }
  }

  /** Ends the catch-up: announces its new excursions, and continues live. */
  settlePast({ upTo, announces, previous, before, thresholds }: KnownPast): void {
    const open = this.evaluator.open();
    const past = announcePast({ events: this.#past, open, before, upTo, reached: upTo, announces });
    const entered = new Set<string>();
    for (const one of past.announcements) {
      const { threshold, start, direction, time } = one;
      this.#happenings.push(...firedActions(thresholds[threshold]!, one));
      if (direction === 'exit') continue;
      entered.add(`${threshold} ${start}`);
      this.#happenings.push(begun(threshold, start, time));
    }
    for (const one of past.excursions) {
      this.#excursions.announce(one, entered.has(`${one.threshold} ${one.start}`));
    }
    this.evaluator.rejoin(previous, past.pending);
    if (this.#states.length > 0) this.#states.splice(-1, 1, this.evaluator.save());
  }

  recorded(): Recorded {
    return {
      excursions: this.#excursions.all(),
      levels: this.#levels,
      happenings: this.#happenings,
      stale: this.#stale,
      answers: this.#answers,
      evaluations: this.#evaluations,
      states: this.#states,
    };
  }
}

const begun = (threshold: number, start: number, time: number): FoundHappening => ({
  time,
  start,
  threshold,
  direction: 'enter',
  action: null,
});
