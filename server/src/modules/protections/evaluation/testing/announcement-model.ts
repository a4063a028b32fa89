import {
  compileProtection,
  createProtectionEvaluator,
  type ExcursionEvent,
  type PointBlock,
} from '@twinward/domain/evaluation';
import type { Db } from '../../../../platform/database/database.ts';
import { listDefinitions } from '../../definition/service.ts';
import { aliases, type Logic, type Sample, second, t0, type Watched } from './announcement-scene.ts';

interface Known {
  threshold: number;
  start: number;
  end: number | null;
  announced: boolean;
}

const longestDelay = 4 * second;

/** The definition of announcements, independent of the states from which evaluation continues. Delays are up to 4 s. */
export class AnnouncementModel {
  readonly announced: unknown[][] = [];
  /** Announced excursions, as threshold and start. One that disappears and returns is not announced again. */
  readonly #fired = new Set<string>();
  readonly #program;
  readonly #logics: readonly Logic[];
  readonly #points = aliases.map(() => new Map<number, number>());
  /** The newest points at the time of a state. */
  readonly #seenAt = new Map<number, readonly number[]>();
  #seen: readonly number[] = [];
  #changed: { tag: number; time: number }[] = [];
  #known: Known[] = [];
  /** Excursions that are delayed although an overlapping one was announced, as threshold and start. */
  #inheriting = new Set<string>();

  static async of(db: Db, { protectionId }: Watched, logics: readonly Logic[]): Promise<AnnouncementModel> {
    const { definition } = (await listDefinitions(db, [protectionId])).get(protectionId)!;
    const compiled = compileProtection(definition);
    if (!compiled.ok) throw new Error('the logic does not compile');
    return new AnnouncementModel(logics, compiled.program);
  }

  private constructor(logics: readonly Logic[], program: Parameters<typeof createProtectionEvaluator>[0]) {
    this.#logics = logics;
    this.#program = program;
  }

  add(tag: number, part: readonly Sample[]): void {
    for (const [at, value] of part) {
      const time = t0 + at * second;
      if (this.#points[tag]!.get(time) === value) continue;
      this.#points[tag]!.set(time, value);
      this.#changed.push({ tag, time });
    }
  }

  /** Evaluates everything from the beginning, as of the clock. */
  #fromNothing(
    now: number,
  ): { start: number; end: number | null; threshold: number; known: number; ended: number }[] {
    const blocks = new Map(
      aliases.map((alias, tag): [string, PointBlock] => {
        const times = [...this.#points[tag]!.keys()].sort((a, b) => a - b);
        const values = times.map((time) => this.#points[tag]!.get(time)!);
        return [
          alias,
          { times: Float64Array.from(times), values: Float64Array.from(values), length: times.length },
        ];
      }),
    );
    if ([...blocks.values()].every(({ length }) => length === 0)) return [];
    const evaluator = createProtectionEvaluator(this.#program);
    const events: ExcursionEvent[] = [...evaluator.advance(blocks, now, { unlogged: true }).excursions];
    const found = new Map<string, ReturnType<typeof this.fromEvent>>();
    for (const event of events) {
      const key = `${event.threshold} ${event.start}`;
      found.set(key, { ...this.fromEvent(event), known: found.get(key)?.known ?? event.recordedAt });
    }
    return [...found.values()];
  }

  private fromEvent({ threshold, start, end, recordedAt }: ExcursionEvent) {
    return {
      threshold,
      start,
      end,
      known: recordedAt,
      ended: end === null ? Number.POSITIVE_INFINITY : recordedAt,
    };
  }

  /**
   * Evaluates up to the clock.
   * @param upTo the time of the state that the evaluation continued from; null if there was none
   * @param reached the time of its last state
   */
  evaluate(clock: number, upTo: number | null, reached: number | null): void {
    const now = t0 + clock * second;
    const found = this.#fromNothing(now);
    this.#seen =
      (upTo === null ? null : this.#seenAt.get(upTo)) ?? aliases.map(() => Number.NEGATIVE_INFINITY);
    const before = this.#known;
    const overlaps = (one: Known, { threshold, start, end }: (typeof found)[number]) =>
      one.threshold === threshold &&
      (one.start === start ||
        ((one.end === null ? start <= upTo! : start < one.end) && (end === null || one.start < end)));
    this.#known = found.map((excursion) => {
      const { threshold, start, end } = excursion;
      const known = before.filter((one) => overlaps(one, excursion));
      const date = upTo === null ? null : this.#toAnnouncementTime(excursion, known, upTo);
      const inherited = known.some((one) => one.announced) || this.#inheriting.has(`${threshold} ${start}`);
      if (date !== null && !inherited && !this.#fired.has(`${threshold} ${start}`)) {
        this.#fired.add(`${threshold} ${start}`);
        this.announced.push([(date - t0) / second, this.#logics[threshold]!.name, 'enter']);
      }
      return {
        threshold,
        start,
        end,
        announced: inherited || date !== null || (upTo === null && end === null),
      };
    });
    const delayed = this.#fromNothing(now + longestDelay).filter(
      (excursion) =>
        excursion.start <= now &&
        excursion.known > now &&
        (this.#inheriting.has(`${excursion.threshold} ${excursion.start}`) ||
          before.some((one) => one.announced && overlaps(one, excursion))),
    );
    this.#inheriting = new Set(delayed.map(({ threshold, start }) => `${threshold} ${start}`));
    const newest = this.#points.map((points) => Math.max(Number.NEGATIVE_INFINITY, ...points.keys()));
    if (reached !== null) this.#seenAt.set(reached, newest);
    this.#changed = [];
  }

  /** Returns when an excursion that inherits no announcement is announced; null if it is not. */
  #toAnnouncementTime(
    { start, known: recordedAt, ended }: { start: number; known: number; ended: number },
    known: readonly Known[],
    upTo: number,
  ): number | null {
    if (recordedAt > upTo) return recordedAt;
    const isNew = known.every((one) => one.start !== start);
    if (isNew && this.#isInTime(start)) return recordedAt;
    return ended > upTo ? upTo : null;
  }

  /**
   * Whether some input has points at this time that are not late, and no late input alone has a point there. Besides
   * late changes of an input, all times after its newest point count as having such points if newer ones arrived.
   */
  #isInTime(start: number): boolean {
    const listChanges = (tag: number) =>
      this.#changed.filter((one) => one.tag === tag).map(({ time }) => time);
    const inTime = aliases.map((_, tag) => {
      const [times, seen] = [listChanges(tag), this.#seen[tag]!];
      if (times.every((time) => time >= seen)) return start >= Math.min(...times);
      return start > seen && times.some((time) => time > seen);
    });
    const hasPoint = (tag: number) => this.#points[tag]!.has(start);
    const isLate = aliases.some((_, tag) => {
      const late = listChanges(tag).filter((time) => time < this.#seen[tag]!);
      return start >= Math.min(...late) && start < this.#seen[tag]! && hasPoint(tag);
    });
    return inTime.some(Boolean) && (!isLate || inTime.some((one, tag) => one && hasPoint(tag)));
  }

  logged(): unknown[][] {
    return this.#known
      .filter(({ threshold }) => this.#logics[threshold]!.logExcursion !== false)
      .sort((a, b) => a.threshold - b.threshold || a.start - b.start)
      .map(({ threshold, start, end }) => [
        this.#logics[threshold]!.name,
        (start - t0) / second,
        end === null ? null : (end - t0) / second,
      ]);
  }
}
