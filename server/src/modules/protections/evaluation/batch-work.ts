import { BudgetExceeded } from '@twinward/domain/evaluation';
import type { DueProtection } from './due-store.ts';
import type { RunningEvaluation } from './evaluate.ts';
import { type Evaluation, quietSaveInterval } from './evaluation-result.ts';
import { type EvaluationLimits, evaluationLimits } from './limits.ts';
import type { Parked } from './prepared-cache.ts';
import type { Overrun } from './set-aside.ts';
import type { EvaluationError } from './store.ts';
import { Turns, type Work } from './turns.ts';

export interface BatchOptions {
  limits: EvaluationLimits;
  /**
   * Milliseconds after which a batch ends, so that items behind slow protections, and users who save a due protection,
   * don't wait longer.
   */
  batchTime: number;
  /** Minimum milliseconds for an evaluation in a batch, even if it starts late. */
  leastTime: number;
  /** Epoch milliseconds; live state never advances beyond it. */
  clock: () => number;
  /** Minimum milliseconds between saves of quiet evaluations. */
  saveInterval: number;
}

export const batchOptions: BatchOptions = {
  limits: evaluationLimits,
  batchTime: 1500,
  leastTime: 50,
  clock: () => Date.now(),
  saveInterval: quietSaveInterval,
};

/** An evaluation, with a function that runs it until a deadline and returns whether it completed. */
export interface Runnable {
  due: DueProtection;
  begin: () => Promise<RunningEvaluation>;
  run: (running: RunningEvaluation, until: number) => Promise<boolean>;
  /** Called instead of `begin` if there is no time for it. */
  postponed: () => void;
}

/** The results of a batch of evaluations. */
export class BatchWork {
  readonly evaluations: Evaluation[] = [];
  /** Protections with nothing to evaluate. */
  readonly empty: number[] = [];
  /** Protections that cannot be evaluated. */
  readonly failed: EvaluationError[] = [];
  readonly overruns: Overrun[] = [];
  readonly parked: Parked[] = [];
  readonly work: Work;
  readonly #batchTime: number;
  #until: number;
  #prepared = 0;
  readonly #leastTime: number;
  readonly #clock: () => number;
  readonly #saveInterval: number;
  readonly #unfinished = new Set<number>();
  readonly #postponed = new Set<number>();

  constructor({ limits, batchTime, leastTime, clock, saveInterval }: BatchOptions) {
    this.#batchTime = batchTime;
    this.#until = Date.now() + batchTime;
    this.#leastTime = leastTime;
    this.#clock = clock;
    this.#saveInterval = saveInterval;
    this.work = { turns: new Turns(), limits };
  }

  /**
   * Yields to other work before a protection is compiled.
   * @returns false if there is no time to compile it, so that it stays due. The first one is always compiled.
   */
  async mayPrepare(due: DueProtection): Promise<boolean> {
    await this.work.turns.pause();
    this.#prepared += 1;
    if (this.#prepared === 1 || Date.now() < this.#until) return true;
    this.postpone(due);
    return false;
  }

  /** Starts the time limit of evaluations, after compiling and reading. */
  startEvaluations(): void {
    this.#until = Date.now() + this.#batchTime;
  }

  /** Whether the batch's time is up. */
  get isOver(): boolean {
    return Date.now() >= this.#until;
  }

  /** Whether a protection needs no further evaluation for its due changes. */
  isDone({ protectionId }: DueProtection): boolean {
    return !this.#unfinished.has(protectionId);
  }

  /** Whether a protection had its turn, so that its parked evaluation was used or is invalid. */
  wasReached({ protectionId }: DueProtection): boolean {
    return !this.#postponed.has(protectionId);
  }

  /** Runs evaluations while there is time; the others stay due. The first one always makes progress. */
  async runAll(runnables: readonly Runnable[]): Promise<void> {
    for (const [index, runnable] of runnables.entries()) {
      if (index > 0 && Date.now() >= this.#until) {
        this.postpone(runnable.due);
        runnable.postponed();
      } else await this.#run(runnable);
    }
  }

  /** Leaves a protection due because there is no time for it. */
  postpone({ protectionId }: DueProtection): void {
    this.#unfinished.add(protectionId);
    this.#postponed.add(protectionId);
  }

  async #run({ due, begin, run }: Runnable): Promise<void> {
    const { protectionId, since, token } = due;
    try {
      const running = await begin();
      const isAtEnd = await run(running, Math.max(this.#until, Date.now() + this.#leastTime));
      if (!isAtEnd) {
        this.#unfinished.add(protectionId);
        this.parked.push({ running, savedToken: token, since });
        return;
      }
      const evaluation = running.conclude(this.#clock(), this.#saveInterval);
      if (evaluation) this.evaluations.push(evaluation);
      else this.empty.push(protectionId);
    } catch (error) {
      if (!(error instanceof BudgetExceeded)) throw error;
      this.#unfinished.add(protectionId);
      this.overruns.push({ id: protectionId, since, message: error.message });
    }
  }
}
