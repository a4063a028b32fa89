import { BudgetExceeded } from '@twinward/domain/evaluation';
import type { DueProtection } from './due-store.ts';
import type { RunningEvaluation } from './evaluate.ts';
import type { Evaluation } from './evaluation-result.ts';
import { type EvaluationLimits, evaluationLimits } from './limits.ts';
import type { Parked } from './prepared-cache.ts';
import type { Overrun } from './set-aside.ts';
import type { EvaluationError } from './store.ts';
import { Turns, type Work } from './turns.ts';

export interface BatchOptions {
  limits: EvaluationLimits;
  /** Milliseconds after which a batch ends, so that what waits behind slow protections is soon seen to. */
  batchTime: number;
  /** Milliseconds for which an evaluation that a batch comes to goes on, however late it is. */
  leastTime: number;
  /** Epoch milliseconds; live state never goes beyond it. */
  clock: () => number;
}

export const batchOptions: BatchOptions = {
  limits: evaluationLimits,
  batchTime: 500,
  leastTime: 50,
  clock: () => Date.now(),
};

/** An evaluation to be run, with how to run it until a time: it answers whether it came to its end. */
export interface Runnable {
  due: DueProtection;
  begin: () => Promise<RunningEvaluation>;
  run: (running: RunningEvaluation, until: number) => Promise<boolean>;
}

/** What a batch of evaluations comes to. */
export class BatchWork {
  readonly evaluations: Evaluation[] = [];
  /** Protections that there is nothing to evaluate for. */
  readonly empty: number[] = [];
  /** Those that cannot be evaluated. */
  readonly failed: EvaluationError[] = [];
  readonly overruns: Overrun[] = [];
  readonly parked: Parked[] = [];
  readonly work: Work;
  readonly #batchTime: number;
  #until: number;
  #prepared = 0;
  readonly #leastTime: number;
  readonly #clock: () => number;
  readonly #unfinished = new Set<number>();
  readonly #skipped = new Set<number>();

  constructor({ limits, batchTime, leastTime, clock }: BatchOptions) {
    this.#batchTime = batchTime;
    this.#until = Date.now() + batchTime;
    this.#leastTime = leastTime;
    this.#clock = clock;
    this.work = { turns: new Turns(), limits };
  }

  /**
   * Lets other work go on before a protection is compiled.
   * @returns false when there is no time to compile it: it stays due. The first one always is compiled.
   */
  async mayPrepare(due: DueProtection): Promise<boolean> {
    await this.work.turns.pause();
    this.#prepared += 1;
    if (this.#prepared === 1 || Date.now() < this.#until) return true;
    this.#skip(due);
    return false;
  }

  /** Begins the time for evaluations, once what they need is compiled and read. */
  startEvaluations(): void {
    this.#until = Date.now() + this.#batchTime;
  }

  /** Whether a protection needs no more evaluation for what it was due for. */
  isDone({ protectionId }: DueProtection): boolean {
    return !this.#unfinished.has(protectionId);
  }

  /** Whether there was time for a protection, so that what was parked of it was used or is of no use. */
  wasReached({ protectionId }: DueProtection): boolean {
    return !this.#skipped.has(protectionId);
  }

  /** Runs evaluations while there is time; those that it does not come to stay due. The first one always gets on. */
  async runAll(runnables: readonly Runnable[]): Promise<void> {
    for (const [index, runnable] of runnables.entries()) {
      if (index > 0 && Date.now() >= this.#until) this.#skip(runnable.due);
      else await this.#run(runnable);
    }
  }

  #skip({ protectionId }: DueProtection): void {
    this.#unfinished.add(protectionId);
    this.#skipped.add(protectionId);
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
      const evaluation = running.conclude(this.#clock());
      if (evaluation) this.evaluations.push(evaluation);
      else this.empty.push(protectionId);
    } catch (error) {
      if (!(error instanceof BudgetExceeded)) throw error;
      this.#unfinished.add(protectionId);
      this.overruns.push({ id: protectionId, since, message: error.message });
    }
  }
}
