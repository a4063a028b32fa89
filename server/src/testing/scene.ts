import { evaluateChanges, evaluateDue } from '../modules/protections/evaluation/batch.ts';
import type { BatchResult } from '../modules/protections/evaluation/batch-runner.ts';
import { type BatchOptions, batchOptions } from '../modules/protections/evaluation/batch-work.ts';
import type { PreparedCalculation } from '../modules/protections/evaluation/calculation.ts';
import { calculateDue } from '../modules/protections/evaluation/calculation-batch.ts';
import { queueChanges } from '../modules/protections/evaluation/changes.ts';
import { recalculateTag } from '../modules/protections/evaluation/jobs.ts';
import { PreparedCache } from '../modules/protections/evaluation/prepared-cache.ts';
import type { Db } from '../platform/database/database.ts';
import type { Tenant } from '../platform/database/tenants.ts';
import { createLogger } from '../platform/process/log.ts';
import { appendPoints, readPoints } from '../series/index.ts';
import { createTestApp, type TestApp } from './app.ts';
import { runCommand } from './commands.ts';
import { makeCalculatedTag, makeProtection, makeTwin, makeUser } from './factories.ts';
import '../subscriptions.ts';

export const minute = 60_000;
export const t0 = Date.UTC(2024, 0, 1);
const log = createLogger('silent');

export type Sample = readonly [minutes: number, value: number];

/** A process that evaluates, with what it has at hand. */
export class Process {
  readonly #db: Db;
  readonly #protections = new PreparedCache();
  readonly #calculations = new PreparedCache<PreparedCalculation>();

  readonly #options: BatchOptions;

  constructor(db: Db, options: Partial<BatchOptions> = {}) {
    this.#db = db;
    this.#options = { ...batchOptions, ...options };
  }

  take = () => queueChanges(this.#db);
  /** Evaluates changes without the queue; null where that was not possible. */
  evaluateChanges = () => evaluateChanges(this.#db, this.#protections, log, this.#options);
  calculate = () => this.#whole(() => calculateDue(this.#db, this.#calculations, log, this.#options.limits));
  /** One batch of protections. */
  batch = () => evaluateDue(this.#db, this.#protections, log, this.#options);
  protect = () => this.#whole(this.batch);

  /** Runs batches until all that was due is evaluated or set aside. Returns how many were evaluated. */
  async #whole(batch: () => Promise<BatchResult>): Promise<number> {
    let evaluated = 0;
    for (;;) {
      const { dueSince, isBehind } = await batch();
      evaluated += dueSince.length;
      if (!isBehind) return evaluated;
    }
  }

  /** Evaluates until nothing is due that this process could take. Returns how many protections it evaluated. */
  async settle(): Promise<number> {
    let protections = 0;
    for (;;) {
      const direct = await this.evaluateChanges();
      const changed = direct?.changed ?? (await this.take());
      const calculated = await this.calculate();
      const evaluated = (direct?.dueSince.length ?? 0) + (await this.protect());
      protections += evaluated;
      if (changed === 0 && calculated === 0 && evaluated === 0) return protections;
    }
  }
}

/** A tenant of its own with tags whose times are in minutes. */
export class Scene {
  readonly tenant: Tenant;
  readonly userId: number;
  readonly ask: TestApp['ask'];
  readonly close: () => Promise<void>;

  constructor({ tenant, ask, close }: TestApp, userId: number) {
    this.tenant = tenant;
    this.userId = userId;
    this.ask = ask;
    this.close = close;
  }

  static async create(): Promise<Scene> {
    const test = await createTestApp();
    return new Scene(test, await makeUser(test.tenant.db));
  }

  get db(): Db {
    return this.tenant.db;
  }

  process(options: Partial<BatchOptions> = {}): Process {
    return new Process(this.db, options);
  }

  /** Evaluates in a process that ends with it: what it found is saved, quiet or not. */
  settle(): Promise<number> {
    return this.process({ saveInterval: 0 }).settle();
  }

  /** Carries a command out, as the queue would at its last try. */
  run(commandId: string | null): Promise<void> {
    return runCommand(this.tenant, { 'recalculate-tag': recalculateTag }, commandId!, { maximumAttempts: 1 });
  }

  async append(tagId: number, samples: readonly Sample[]): Promise<void> {
    const times = samples.map(([minutes]) => t0 + minutes * minute);
    await appendPoints(this.db, [{ tagId, times, values: samples.map(([, value]) => value) }]);
  }

  /** The points of a tag as [minutes, value]. */
  async readPoints(tagId: number): Promise<Sample[]> {
    const { times, values } = await readPoints(this.db, tagId);
    return Array.from(times, (time, i) => [(time - t0) / minute, values[i]!]);
  }

  /** A calculated tag that has been calculated. */
  async calculated(logic: string, aliases: Record<string, number>): Promise<number> {
    const { tagId, commandId } = await makeCalculatedTag(this.db, { logic, aliases, userId: this.userId });
    await this.run(commandId);
    return tagId;
  }

  /** A protection of a twin that has these aliases. */
  async protect(
    aliases: Record<string, number>,
    thresholds: { name: string; logic: string; level: number }[],
  ): Promise<number> {
    const twinId = await makeTwin(this.db, {
      aliases: Object.entries(aliases).map(([name, mappedTagId]) => ({
        name,
        type: 'data_point' as const,
        mappedTagId,
      })),
    });
    return makeProtection(this.db, { twinId, thresholds });
  }

  /** Excursions as [threshold, from, to] in minutes. */
  async readExcursions(protectionId: number) {
    const rows = await this.db
      .selectFrom('excursion')
      .innerJoin('threshold', 'threshold.id', 'threshold_id')
      .select(['name', 'start_at', 'end_at'])
      .where('excursion.protection_id', '=', protectionId)
      .orderBy('position')
      .orderBy('start_at')
      .execute();
    const inMinutes = (time: Date | null) => (time === null ? null : (time.getTime() - t0) / minute);
    return rows.map((row) => [row.name, inMinutes(row.start_at), inMinutes(row.end_at)]);
  }

  calculation(tagId: number) {
    return this.db
      .selectFrom('calculation')
      .selectAll()
      .where('tag_id', '=', tagId)
      .executeTakeFirstOrThrow();
  }

  command(id: string | null) {
    return this.db.selectFrom('command').selectAll().where('id', '=', id!).executeTakeFirstOrThrow();
  }
}
