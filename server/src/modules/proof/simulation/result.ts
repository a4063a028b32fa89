import type { SimulationItem } from '@twinward/contracts/protections/simulation';
import type { Blocks, ProtectionDefinition } from '@twinward/domain/evaluation';
import { replacePatterns } from '@twinward/domain/language';
import { levelColor } from '@twinward/domain/risk/color-scale';
import { compareExcursions, type ExcursionChange } from '@twinward/domain/score/compare-excursions';
import { AppError } from '../../../platform/errors.ts';
import type { SimulatedPart } from '../../protections/evaluation/service.ts';

/** A found excursion. Times in epoch milliseconds. */
export interface Found {
  threshold: number;
  start: number;
  end: number | null;
  startKnownAt: number;
  endKnownAt: number | null;
}

/** The result of one logic. */
export interface VariantResult {
  items: SimulationItem[];
  /** By threshold, once finished. */
  open: boolean[];
  driving: string | null;
  level: number | null;
}

interface Tally {
  count: number;
  duration: number;
  isOpen: boolean;
}

const emptyTally = (): Tally => ({ count: 0, duration: 0, isOpen: false });

/** Maximum number of stored excursions; beyond it, the logic is chattering. */
const maximumExcursions = 1_000_000;

/** A pattern at the time of the request. */
export interface SimulatedPattern {
  id: number;
  name: string;
  color: string;
}

/** An answer of the model; `patternId` is null if it has no pattern. */
export interface FoundAnswer {
  time: number;
  patternId: number | null;
  refused: boolean;
}

/** Collects the findings of one logic step by step. */
export class VariantTally {
  /** Logged excursions by threshold, oldest first; empty if they are not compared. */
  readonly kept: Found[][];
  readonly #isCompared: boolean;
  /** Logged excursions by threshold. */
  readonly #logged: number[];
  readonly #definition: ProtectionDefinition;
  readonly #thresholdIds: readonly (number | null)[];
  readonly #range: { from: number; to: number };
  readonly #thresholds: Tally[];
  readonly #open: (Found | null)[];
  readonly #notified: number[];
  readonly #advised: number[];
  readonly #stale = new Map<string, Tally & { start: number }>();
  readonly #patterns: readonly SimulatedPattern[];
  readonly #answers: Tally[];
  #answer: { pattern: number; start: number } | null = null;
  evaluations = 0;
  #excursions = 0;

  constructor(
    definition: ProtectionDefinition,
    thresholdIds: readonly (number | null)[],
    range: { from: number; to: number },
    {
      patterns = [],
      isCompared,
    }: { patterns?: readonly SimulatedPattern[] | undefined; isCompared: boolean },
  ) {
    this.#definition = definition;
    this.#thresholdIds = thresholdIds;
    this.#range = range;
    this.#patterns = patterns;
    this.#answers = patterns.map(emptyTally);
    const each = definition.thresholds;
    this.kept = each.map(() => []);
    this.#isCompared = isCompared;
    this.#logged = each.map(() => 0);
    this.#thresholds = each.map(emptyTally);
    this.#open = each.map(() => null);
    this.#notified = each.map(() => 0);
    this.#advised = each.map(() => 0);
  }

  /**
   * Adds a step.
   * @returns the logged excursions that ended in it
   */
  add({ excursions, happenings, stale, answers, evaluations }: SimulatedPart): Found[] {
    this.evaluations += evaluations;
    const ended: Found[] = [];
    for (const { threshold, start, startKnownAt, end, endKnownAt } of excursions) {
      const known = this.#open[threshold]?.start === start ? this.#open[threshold]! : null;
      const knownAt = known?.startKnownAt ?? startKnownAt ?? start;
      const found: Found = { threshold, start, end, startKnownAt: knownAt, endKnownAt };
      if (end === null) this.#open[threshold] = found;
      else {
        if (known) this.#open[threshold] = null;
        if (this.#count(found)) ended.push(found);
      }
    }
    for (const { threshold, action } of happenings) {
      if (action === null) continue;
      const actions = this.#definition.thresholds[threshold]!.actions as readonly { type: string }[];
      const counts = actions[action]!.type === 'notify' ? this.#notified : this.#advised;
      counts[threshold]! += 1;
    }
    for (const event of stale) this.#addStale(event);
    for (const { time, pattern } of answers) this.#addAnswer(time, pattern);
    return ended;
  }

  /**
   * Finishes the tally.
   * @returns the logged excursions that are open
   */
  finish(): Found[] {
    const open = this.#open.flatMap((found) => (found ? [found] : []));
    for (const tally of this.#stale.values()) {
      if (tally.isOpen) tally.duration += this.#inside(tally.start, null);
    }
    if (this.#answer) {
      const tally = this.#answers[this.#answer.pattern]!;
      tally.duration += this.#inside(this.#answer.start, null);
      tally.isOpen = true;
    }
    return open.filter((found) => this.#count(found));
  }

  #count(found: Found): boolean {
    const { threshold, start, end } = found;
    const tally = this.#thresholds[threshold]!;
    tally.count += 1;
    tally.duration += this.#inside(start, end);
    tally.isOpen ||= end === null;
    const isKept = this.#definition.thresholds[threshold]!.logExcursion !== false;
    if (isKept) this.#logged[threshold]! += 1;
    if (isKept && this.#isCompared) this.kept[threshold]!.push(found);
    this.#excursions += 1;
    if (this.#excursions > maximumExcursions) {
      throw new AppError('too-large', 'There are more than 1,000,000 excursions. Simulate a shorter range.');
    }
    return isKept;
  }

  #addStale({ alias, start, end }: { alias: string; start: number; end: number | null }): void {
    const tally = this.#stale.get(alias) ?? { ...emptyTally(), start };
    this.#stale.set(alias, tally);
    if (end === null) {
      tally.count += 1;
      tally.isOpen = true;
      tally.start = start;
      return;
    }
    // An excursion that is open at the start of the range is reported when it ends.
    if (!tally.isOpen) tally.count += 1;
    tally.isOpen = false;
    tally.duration += this.#inside(start, end);
  }

  #addAnswer(time: number, pattern: number | null): void {
    const before = this.#answer;
    // An entry may only change whether the gate refused a pattern. Then the answer stays the same.
    if (before?.pattern === pattern) return;
    if (before) this.#answers[before.pattern]!.duration += this.#inside(before.start, time);
    this.#answer = pattern === null ? null : { pattern, start: time };
    if (pattern !== null) this.#answers[pattern]!.count += 1;
  }

  #inside(start: number, end: number | null): number {
    const { from, to } = this.#range;
    return Math.max(0, Math.min(end ?? to, to) - Math.max(start, from));
  }

  get excursions(): number {
    return this.#logged.reduce((sum, count) => sum + count, 0);
  }

  /** The pattern of the last answer; null if none exists. */
  get patternId(): number | null {
    return this.#answer && this.#patterns[this.#answer.pattern]!.id;
  }

  /** Returns the thresholds, the patterns, and the periods with stale inputs, as items. */
  items(): SimulationItem[] {
    const names = new Map(this.#patterns.map(({ id, name }) => [String(id), name]));
    const thresholds = this.#definition.thresholds.map(({ name, level, logic }, index): SimulationItem => {
      const { count, duration, isOpen } = this.#thresholds[index]!;
      return {
        id: `threshold:${this.#thresholdIds[index] ?? `new ${index}`}`,
        type: level === null ? 'excursion' : 'threshold',
        count,
        duration,
        isOpen,
        notifyCount: this.#notified[index]!,
        advisoryCount: this.#advised[index]!,
        excursionCount: this.#logged[index]!,
        name,
        level,
        logic: replacePatterns(logic, names),
        color: levelColor(level),
      };
    });
    const stale = [...this.#stale].map(
      ([alias, { count, duration, isOpen }]): SimulationItem => ({
        ...plainItem(`interval:${alias}`, 'interval', alias),
        count,
        duration,
        isOpen,
      }),
    );
    const patterns = this.#patterns.map(
      ({ id, name, color }, index): SimulationItem => ({
        ...plainItem(`pattern:${id}`, 'pattern', name),
        ...this.#answers[index]!,
        color,
      }),
    );
    return [...thresholds, ...patterns, ...stale];
  }

  open(): boolean[] {
    return this.#thresholds.map(({ isOpen }) => isOpen);
  }
}

function plainItem(id: string, type: SimulationItem['type'], name: string): SimulationItem {
  return {
    id,
    type,
    name,
    count: 0,
    duration: 0,
    isOpen: false,
    notifyCount: 0,
    advisoryCount: 0,
    excursionCount: 0,
    level: null,
    logic: null,
    color: null,
  };
}

/** Counts the points of the inputs, and keeps the latest of each. */
export class InputTally {
  readonly #inputs = new Map<string, { count: number; first: number; last: number; value: number | null }>();

  add(blocks: Blocks): void {
    for (const [alias, { times, values, qualities, length }] of blocks) {
      if (length === 0) continue;
      const tally = this.#inputs.get(alias) ?? { count: 0, first: times[0]!, last: 0, value: null };
      this.#inputs.set(alias, tally);
      tally.count += length;
      tally.last = times[length - 1]!;
      tally.value = qualities?.[length - 1] === 2 ? null : values[length - 1]!;
    }
  }

  get points(): number {
    return [...this.#inputs.values()].reduce((sum, { count }) => sum + count, 0);
  }

  items(): SimulationItem[] {
    return [...this.#inputs].map(([alias, { count, first, last }]) => ({
      ...plainItem(`tag:${alias}`, 'tag', alias),
      count,
      duration: last - first,
    }));
  }

  latest(): { alias: string; time: number; value: number | null }[] {
    return [...this.#inputs].map(([alias, { last, value }]) => ({ alias, time: last, value }));
  }
}

export interface Compared {
  definition: ProtectionDefinition;
  thresholdIds: readonly (number | null)[];
  kept: readonly (readonly Found[])[];
}

/** How an excursion differs from that of the other logic; `change` is null if it does not differ. */
export interface Changed {
  variant: 0 | 1;
  found: Found;
  change: ExcursionChange;
}

/**
 * Compares two logics threshold by threshold. Thresholds are matched by id, or by name if neither has an id in the
 * other logic.
 */
export function compareVariants(first: Compared, second: Compared) {
  const pairs = matchThresholds(first, second);
  const changed: Changed[] = [];
  const comparison = pairs.map(({ first: one, second: other, name }) => {
    const own = one === null ? [] : first.kept[one]!;
    const others = other === null ? [] : second.kept[other]!;
    const changes = compareExcursions(own, others);
    own.forEach((found, index) => {
      changed.push({ variant: 0, found, change: changes.first[index]! });
    });
    others.forEach((found, index) => {
      changed.push({ variant: 1, found, change: changes.second[index]! });
    });
    const count = (list: readonly ExcursionChange[], change: ExcursionChange) =>
      list.filter((each) => each === change).length;
    return {
      name,
      first: one,
      second: other,
      gained: count(changes.second, 'gained'),
      lost: count(changes.first, 'lost'),
      moved: count(changes.second, 'moved'),
      same: count(changes.second, null),
    };
  });
  return { comparison, changed: changed.filter(({ change }) => change !== null) };
}

function matchThresholds(first: Compared, second: Compared) {
  const names = first.definition.thresholds.map(({ name }) => name);
  const matched = second.definition.thresholds.map(({ name }, index) => {
    const id = second.thresholdIds[index];
    const byId = id === null || id === undefined ? -1 : first.thresholdIds.indexOf(id);
    return byId >= 0 ? byId : names.indexOf(name);
  });
  const paired = second.definition.thresholds.map(({ name }, index) => {
    const match = matched[index]!;
    const isTaken = matched.indexOf(match) < index;
    return { name, first: match < 0 || isTaken ? null : match, second: index as number | null };
  });
  const gone = names.flatMap((name, index) =>
    matched.includes(index) ? [] : [{ name, first: index as number | null, second: null }],
  );
  return [...paired, ...gone];
}
