import type { Db } from '../../../platform/database/database.ts';
import { found } from '../../../platform/errors.ts';
import type { CommandCall } from '../../jobs/command/service.ts';
import type { SimulatedPart } from '../../protections/evaluation/service.ts';
import type { Found, FoundAnswer } from './result.ts';
import { clearFound, insertAnswers, insertFound, insertLevels, updateStatus } from './store.ts';

type FoundLevel = SimulatedPart['levels'][number];
type Stage = 'initializing' | 'processing' | 'finalizing';

/** The findings and the progress of one step of a simulation. */
export interface FoundStep {
  /** By variant. */
  excursions: readonly (readonly Found[])[];
  /** Levels of the saved logic. */
  levels: readonly FoundLevel[];
  answers: readonly FoundAnswer[];
  stage: Stage;
  percent: number;
}

/** Minimum number of rows per transaction. */
const rowsPerWrite = 4000;
/** Milliseconds between writes if there are few findings. Each write shows the progress and checks for cancellation. */
const interval = 300;
/** Maximum number of rows that wait during a write. With more, the simulation waits too. */
const maximumWaiting = 200_000;

/** Writes the findings of a simulation, in transactions of its command that run concurrently with it. */
export class FoundWriter {
  readonly #call: CommandCall;
  readonly #simulationId: number;
  readonly #rowsPerWrite: number;
  #excursions: Found[][] = [];
  #levels: FoundLevel[] = [];
  #answers: FoundAnswer[] = [];
  #pieces = 0;
  #lastWrite = performance.now();
  #running: Promise<void> | null = null;
  #failure: { error: unknown } | null = null;

  constructor(call: CommandCall, simulationId: number, rows = rowsPerWrite) {
    this.#call = call;
    this.#simulationId = simulationId;
    this.#rowsPerWrite = rows;
  }

  /** Deletes the findings of an interrupted run. */
  begin(line: string): Promise<void> {
    return this.#transaction('initializing', 0, (db) => clearFound(db, this.#simulationId), line);
  }

  /**
   * Adds the findings of a step.
   * @throws the error of an earlier write; see `CommandCall.transaction`.
   */
  async add({ excursions, levels, answers, stage, percent }: FoundStep): Promise<void> {
    this.#append(excursions, levels);
    for (const answer of answers) this.#answers.push(answer);
    if (this.#running && this.#waiting >= maximumWaiting) await this.#running;
    if (this.#failure) throw this.#failure.error;
    if (this.#running) return;
    if (this.#waiting < this.#rowsPerWrite && performance.now() - this.#lastWrite < interval) return;
    // Not written yet: the next step may replace the last level by another at the same time.
    const last = this.#levels.splice(-1);
    this.#running = this.#write(stage, percent)
      .catch((error: unknown) => {
        this.#failure = { error };
      })
      .finally(() => {
        this.#running = null;
      });
    this.#levels = last;
  }

  /**
   * Writes the remaining findings.
   * @throws like `add`.
   */
  async finish(excursions: FoundStep['excursions'], percent: number): Promise<void> {
    await this.settle();
    if (this.#failure) throw this.#failure.error;
    this.#append(excursions, []);
    await this.#write('finalizing', percent);
  }

  /** Waits for the current write, whether it succeeds or fails. */
  async settle(): Promise<void> {
    await this.#running;
  }

  get #waiting(): number {
    return this.#excursions.reduce(
      (sum, { length }) => sum + length,
      this.#levels.length + this.#answers.length,
    );
  }

  #append(excursions: FoundStep['excursions'], levels: readonly FoundLevel[]): void {
    for (const [variant, own] of excursions.entries()) {
      const kept = this.#excursions[variant];
      if (kept) for (const excursion of own) kept.push(excursion);
      else this.#excursions.push([...own]);
    }
    for (const level of levels) {
      if (this.#levels.at(-1)?.time === level.time) this.#levels.pop();
      this.#levels.push(level);
    }
  }

  #write(stage: Stage, percent: number): Promise<void> {
    const excursions = this.#excursions;
    const levels = this.#levels;
    const answers = this.#answers;
    const piece = this.#pieces++;
    this.#excursions = [];
    this.#levels = [];
    this.#answers = [];
    this.#lastWrite = performance.now();
    return this.#transaction(stage, percent, async (db) => {
      for (const [variant, own] of excursions.entries())
        await insertFound(db, this.#simulationId, variant, own);
      await insertLevels(db, this.#simulationId, piece, levels);
      await insertAnswers(db, this.#simulationId, piece, answers);
    });
  }

  /**
   * Runs work with the simulation's row locked.
   * @throws AppError `not-found` if the simulation was deleted.
   */
  #transaction(stage: Stage, percent: number, work: (db: Db) => Promise<void>, line?: string): Promise<void> {
    return this.#call.transaction(async (db) => {
      await this.#call.progress(db, percent, {});
      found(await updateStatus(db, this.#simulationId, stage, Math.floor(percent), line), 'Simulation');
      await work(db);
    });
  }
}
