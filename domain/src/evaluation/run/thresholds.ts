import type { ExcursionPlan } from '../compile/codegen/plan.ts';
import type { ProtectionDefinition, ThresholdDefinition } from '../model/definition.ts';
import type {
  ActionEvent,
  DrivingChange,
  ExcursionEvent,
  LevelChange,
  OpenExcursion,
} from '../model/output.ts';
import { firedActions } from './announcements.ts';
import { ExcursionWindow, type SavedExcursionWindow } from './excursion-window.ts';

/** The saved state of a threshold: whether its logic is true, since when it is in excursion, and its pending delay. */
interface SavedThreshold {
  readonly truth: 0 | 1;
  readonly openSince: number | null;
  readonly crossing: number | null;
  readonly crossingLive: boolean;
  /** Whether the delayed excursion already counts as announced; absent in older states. */
  readonly announced?: boolean;
}

export interface SavedThresholds {
  readonly thresholds: readonly SavedThreshold[];
  readonly windows: readonly SavedExcursionWindow[];
  readonly lastEvaluated: number | null;
  readonly calculated: boolean;
}

const never = () => false;

/**
 * The thresholds of a protection: derives excursions, level, driving threshold and actions from the results of their
 * logic. Called only for changes; the public arrays are read at every step.
 */
export class Thresholds {
  /** By threshold: the latest known result of its logic, true (1) or false (0). */
  readonly truth: Uint8Array;
  /** By threshold: whether an excursion is recorded and open. */
  readonly open: Uint8Array;
  /** By threshold: the end of its pending delay; Infinity without one. */
  readonly deadlines: Float64Array;
  /** The earliest deadline. */
  deadline = Number.POSITIVE_INFINITY;
  readonly windows: readonly ExcursionWindow[];
  lastEvaluated = Number.NaN;
  /** Whether any threshold's logic had a result at the latest evaluation. */
  calculated = true;
  /** Whether level and driving threshold were emitted before. */
  emitted = false;
  level: number;
  driving = -1;
  live = true;
  /** While not live: whether an excursion that begins at a time is due to points that are not late. */
  isInTime: (time: number) => boolean = never;
  /** Whether to include excursions that are not logged. */
  unlogged = false;

  excursions: ExcursionEvent[] = [];
  levels: LevelChange[] = [];
  drivings: DrivingChange[] = [];
  actions: ActionEvent[] = [];

  private readonly definitions: readonly ThresholdDefinition[];
  private readonly defaultLevel: number;
  private readonly since: Float64Array;
  /** By threshold: when its logic changed, while a delay is pending. */
  private readonly crossings: Float64Array;
  private readonly crossingLive: boolean[];
  /** By threshold: whether the delayed excursion already counts as announced. */
  private readonly announced: boolean[];
  private readonly windowsByThreshold: ExcursionWindow[][];

  constructor(definition: ProtectionDefinition, excursions: readonly ExcursionPlan[]) {
    this.definitions = definition.thresholds;
    this.defaultLevel = definition.defaultLevel;
    this.level = definition.defaultLevel;
    const count = this.definitions.length;
    this.truth = new Uint8Array(count);
    this.open = new Uint8Array(count);
    this.deadlines = new Float64Array(count).fill(Number.POSITIVE_INFINITY);
    this.since = new Float64Array(count);
    this.crossings = new Float64Array(count);
    this.crossingLive = new Array(count).fill(false);
    this.announced = new Array(count).fill(false);
    this.windows = excursions.map(({ threshold, length }) => new ExcursionWindow(threshold, length));
    this.windowsByThreshold = this.definitions.map((_, index) =>
      this.windows.filter((w) => w.threshold === index),
    );
  }

  /** The logic of a threshold changed to true or false at `time`. */
  turn(index: number, truth: 0 | 1, time: number): void {
    this.truth[index] = truth;
    const definition = this.definitions[index]!;
    if (this.open[index] === truth) {
      // The logic changed back during the delay.
      this.announced[index] = false;
      this.setDeadline(index, Number.POSITIVE_INFINITY);
      return;
    }
    this.crossings[index] = time;
    this.crossingLive[index] = this.live || this.isInTime(time);
    const delay = (truth === 1 ? definition.onDelay : definition.offDelay) ?? 0;
    if (delay > 0) this.setDeadline(index, time + delay);
    else this.record(index, time);
  }

  /** The thresholds whose pending delay ends at `time`, in list order. */
  endedDelays(time: number): number[] {
    if (this.deadline > time) return [];
    return this.definitions.flatMap((_, index) => (this.deadlines[index]! <= time ? [index] : []));
  }

  /** Records the threshold's delayed change, whose delay ends at `time`. */
  expire(index: number, time: number): void {
    if (this.deadlines[index]! > time) return;
    this.setDeadline(index, Number.POSITIVE_INFINITY);
    this.record(index, time);
  }

  private setDeadline(index: number, deadline: number): void {
    this.deadlines[index] = deadline;
    this.deadline = Math.min(...this.deadlines);
  }

  /** The excursion begins, or ends, at the crossing; it is recorded at `time`. */
  private record(index: number, time: number): void {
    const opens = this.open[index] === 0;
    const crossing = this.crossings[index]!;
    this.open[index] = opens ? 1 : 0;
    if (opens) this.since[index] = crossing;
    for (const window of this.windowsByThreshold[index]!) {
      if (opens) window.begin(crossing);
      else window.finish(crossing);
    }
    const definition = this.definitions[index]!;
    // An excursion that opens in a live advance is announced, whenever its delay began; an exit only if its whole delay
    // was live.
    const live = this.live && opens ? !this.announced[index] : this.crossingLive[index]!;
    this.announced[index] = false;
    if (this.unlogged || definition.logExcursion !== false) {
      this.excursions.push({
        threshold: index,
        start: this.since[index]!,
        end: opens ? null : crossing,
        recordedAt: time,
        live,
      });
    }
    if (!this.live || !live) return;
    const direction = opens ? 'enter' : 'exit';
    this.actions.push(
      ...firedActions(definition, { threshold: index, start: this.since[index]!, direction, time }),
    );
  }

  /** Ends all excursions, and drops pending delays. No exit is announced. */
  retire(time: number): void {
    this.definitions.forEach((definition, index) => {
      const wasOpen = this.open[index] === 1;
      this.truth[index] = 0;
      this.open[index] = 0;
      this.announced[index] = false;
      this.setDeadline(index, Number.POSITIVE_INFINITY);
      if (!wasOpen) return;
      for (const window of this.windowsByThreshold[index]!) window.finish(time);
      if (this.unlogged || definition.logExcursion !== false) {
        const start = this.since[index]!;
        this.excursions.push({ threshold: index, start, end: time, recordedAt: time, live: false });
      }
    });
    if (this.emitted) this.settle(time);
  }

  /** Updates level and driving threshold at `time`; emits them if they changed, and the first time. */
  settle(time: number): void {
    const { level, driving } = this.highest();
    const first = !this.emitted;
    this.emitted = true;
    if (first || level !== this.level) this.levels.push({ time, level });
    if (first || driving !== this.driving) {
      this.drivings.push({ time, threshold: driving < 0 ? null : driving });
    }
    this.level = level;
    this.driving = driving;
  }

  /**
   * Returns the highest level of the open thresholds, with the first in the list among equals, or the default level.
   */
  private highest(): { level: number; driving: number } {
    let level = this.defaultLevel;
    let driving = -1;
    this.definitions.forEach((definition, index) => {
      if (this.open[index] === 0 || definition.level === null) return;
      if (driving < 0 || definition.level > level) {
        level = definition.level;
        driving = index;
      }
    });
    return { level, driving };
  }

  /** Clears the lists of events. */
  clear(): void {
    this.excursions = [];
    this.levels = [];
    this.drivings = [];
    this.actions = [];
  }

  /** The open and the delayed excursions. */
  openExcursions(): OpenExcursion[] {
    return this.definitions.flatMap((_, threshold): OpenExcursion[] => {
      if (this.open[threshold] === 1) return [{ threshold, start: this.since[threshold]!, pending: false }];
      if (this.truth[threshold] === 0) return [];
      return [{ threshold, start: this.crossings[threshold]!, pending: true }];
    });
  }

  /**
   * After history was re-evaluated, restores for pending delays that still exist whether they began live, and whether
   * their excursion counts as announced.
   * @param announced thresholds whose delayed excursion already counts as announced
   */
  rejoin(previous: SavedThresholds | null, announced: readonly number[]): void {
    for (const index of announced) this.announced[index] = true;
    previous?.thresholds.forEach(({ truth, crossing, crossingLive, announced }, index) => {
      const same = crossing !== null && this.truth[index] === truth && this.crossings[index] === crossing;
      if (!same) return;
      this.crossingLive[index] = crossingLive;
      if (announced) this.announced[index] = true;
    });
  }

  save(time: number): SavedThresholds {
    return {
      thresholds: this.definitions.map((_, index) => {
        const pending = this.truth[index] !== this.open[index];
        return {
          truth: this.truth[index] === 1 ? 1 : 0,
          openSince: this.open[index] === 1 ? this.since[index]! : null,
          crossing: pending ? this.crossings[index]! : null,
          crossingLive: pending && this.crossingLive[index]!,
          announced: pending && this.announced[index]!,
        };
      }),
      windows: this.windows.map((window) => window.save(time)),
      lastEvaluated: Number.isNaN(this.lastEvaluated) ? null : this.lastEvaluated,
      calculated: this.calculated,
    };
  }

  restore(saved: SavedThresholds): void {
    saved.thresholds.forEach((threshold, index) => {
      this.truth[index] = threshold.truth;
      this.open[index] = threshold.openSince === null ? 0 : 1;
      this.since[index] = threshold.openSince ?? 0;
      if (threshold.crossing === null) return;
      this.crossings[index] = threshold.crossing;
      this.crossingLive[index] = threshold.crossingLive;
      this.announced[index] = threshold.announced ?? false;
      const definition = this.definitions[index]!;
      const delay = (threshold.truth === 1 ? definition.onDelay : definition.offDelay) ?? 0;
      this.setDeadline(index, threshold.crossing + delay);
    });
    saved.windows.forEach((window, index) => {
      this.windows[index]!.restore(window);
    });
    this.lastEvaluated = saved.lastEvaluated ?? Number.NaN;
    this.emitted = saved.lastEvaluated !== null;
    this.calculated = saved.calculated;
    const { level, driving } = this.highest();
    this.level = level;
    this.driving = driving;
  }
}
