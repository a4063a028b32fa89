import type { Db } from '../../../platform/database/database.ts';
import { found } from '../../../platform/errors.ts';
import type { CommandCall } from '../../jobs/command/service.ts';
import type { SimulatedPart } from '../../protections/evaluation/service.ts';
import type { Found, FoundAnswer } from './result.ts';
import { clearFound, insertAnswers, insertFound, insertLevels, updateStatus } from './store.ts';

type FoundLevel = SimulatedPart['levels'][number];
type Stage = 'initializing' | 'processing' | 'finalizing';

/** What one step of a simulation found, and how far it is. */
export interface FoundStep {
  /** By variant. */
  excursions: readonly (readonly Found[])[];
  /** Of the saved logic. */
  levels: readonly FoundLevel[];
  answers: readonly FoundAnswer[];
  stage: Stage;
  percent: number;
}

/** Rows that make a write worth a transaction. */
const rowsPerWrite = 4000;
/** Milliseconds between writes where little is found: they show progress and notice that the command was canceled. */
const interval = 300;
/** Rows that wait while a write runs; with more, the simulation waits too. */
const maximumWaiting = 200_000;

/** Writes what a simulation finds, in transactions of its command that run while the simulation goes on. */
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

  /** Removes what an interrupted run wrote. */
  begin(line: string): Promise<void> {
    return this.#transaction('initializing', 0, (db) => clearFound(db, this.#simulationId), line);
  }

  /** Adds what a step found. @throws what a write before threw; see `CommandCall.transaction`. */
  async add({ excursions, levels, answers, stage, percent }: FoundStep): Promise<void> {
    this.#keep(excursions, levels);
    for (const answer of answers) this.#answers.push(answer);
    if (this.#running && this.#waiting >= maximumWaiting) await this.#running;
    if (this.#failure) throw this.#failure.error;
    if (this.#running) return;
    if (this.#waiting < this.#rowsPerWrite && performance.now() - this.#lastWrite < interval) return;
    // The last level may yet be replaced by another at its time.
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

  /** Writes the rest. @throws as `add`. */
  async finish(excursions: FoundStep['excursions'], percent: number): Promise<void> {
    await this.settle();
    if (this.#failure) throw this.#failure.error;
    this.#keep(excursions, []);
    await this.#write('finalizing', percent);
  }

  /** Waits for the write that runs, however it ends. */
  async settle(): Promise<void> {
    await this.#running;
  }

  get #waiting(): number {
    return this.#excursions.reduce(
      (sum, { length }) => sum + length,
      this.#levels.length + this.#answers.length,
    );
  }

  #keep(excursions: FoundStep['excursions'], levels: readonly FoundLevel[]): void {
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

  /** Runs work with the simulation's row locked. @throws AppError `not-found` where it was deleted. */
  #transaction(stage: Stage, percent: number, work: (db: Db) => Promise<void>, line?: string): Promise<void> {
    return this.#call.transaction(async (db) => {
      await this.#call.progress(db, percent, {});
      found(await updateStatus(db, this.#simulationId, stage, Math.floor(percent), line), 'Simulation');
      await work(db);
    });
  }
}
