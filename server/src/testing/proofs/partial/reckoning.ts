import type { SentPoint } from './logger.ts';

/*
 * What excursions and announcements points lead to, by plain programs over the points alone. Nothing of the product's
 * evaluation is used. They hold for points that come in order of time, but for late ones that are marked.
 */

/** An excursion [start, end) in epoch milliseconds; `end` null while it is open. */
export interface Excursion {
  start: number;
  end: number | null;
  /** Whether its beginning is to be announced. */
  enters: boolean;
  /** Whether its end is to be announced. */
  exits: boolean;
  /**
   * Up to when an evaluation may have found it open while its input's next points were on their way. What begins up
   * to then overlaps it and is one excursion with it for its announcements: one beginning, and the end of the last.
   * -Infinity: no evaluation did.
   */
  reach: number;
}

/**
 * An announcement that may have been made of what later points then undid: time passed before they came.
 */
export interface Possible {
  start: number;
  /** An excursion that begins up to this time overlaps it, and counts as announced with it. */
  reach: number;
}

export interface Reckoned {
  excursions: Excursion[];
  possible: Possible[];
}

/** The rule by which a threshold is reckoned. Lengths in milliseconds. */
export type Rule =
  | { kind: 'limit'; limit: number; onDelay: number }
  | {
      kind: 'silence';
      length: number;
      /** How far the passing of time goes on in its protection after a silence was announced. */
      reach: number;
    };

export interface ReckonOptions {
  /** Whether another input has its protection evaluated at times of its own, while this one's points are on their way. */
  hasOtherInput: boolean;
}

/** @param points of one tag; the first of them is older than the protection's first evaluation, which announces nothing. */
export function reckon(
  points: readonly SentPoint[],
  rule: Rule,
  { hasOtherInput }: ReckonOptions = { hasOtherInput: false },
): Reckoned {
  const inOrder = points.toSorted((a, b) => a.time - b.time);
  const { found, possible } = rule.kind === 'limit' ? overLimit(inOrder, rule) : silences(inOrder, rule);
  // Points of another input are never ahead of the clock: no point is newer than the answer to the call that ended it.
  const computeReach = (first: SentPoint, last: SentPoint | undefined) =>
    hasOtherInput && last && last.call !== first.call ? last.acknowledgedAt : Number.NEGATIVE_INFINITY;
  const excursions = found.map(({ start, first, last, late, isFirst }) => ({
    start,
    end: last?.time ?? null,
    enters: !late && !isFirst,
    exits: !late && last !== undefined,
    reach: computeReach(first, last),
  }));
  return {
    excursions,
    possible: possible.map(({ start, reach, first, last }) => ({
      start,
      reach: Math.max(reach, computeReach(first, last)),
    })),
  };
}

interface Span {
  start: number;
  /** With it the excursion is seen to begin. */
  first: SentPoint;
  /** Ends it; undefined while it is open. */
  last: SentPoint | undefined;
}

interface Found {
  found: (Span & { late?: boolean | undefined; isFirst?: boolean })[];
  possible: (Span & { reach: number })[];
}

/** Excursions of `value > limit` that last longer than a delay. */
function overLimit(
  points: readonly SentPoint[],
  { limit, onDelay }: Extract<Rule, { kind: 'limit' }>,
): Found {
  const reckoned: Found = { found: [], possible: [] };
  let first: SentPoint | null = null;
  for (const point of points) {
    if (point.value > limit) first ??= point;
    else if (first) {
      const { time: start, late } = first;
      const span: Span = { start, first, last: point };
      if (onDelay === 0 || point.time - start > onDelay) reckoned.found.push({ ...span, late });
      else if (isUndone(first, point, start + onDelay)) {
        reckoned.possible.push({ ...span, reach: start + onDelay });
      }
      first = null;
    }
  }
  if (first) reckoned.found.push({ start: first.time, first, last: undefined, late: first.late });
  return reckoned;
}

/** Excursions of `INTERVAL([tag]) > length`: they begin one millisecond after it, and end with the next point. */
function silences(
  points: readonly SentPoint[],
  { length, reach }: Extract<Rule, { kind: 'silence' }>,
): Found {
  const reckoned: Found = { found: [], possible: [] };
  points.forEach((point, index) => {
    const next = points[index + 1];
    const start = point.time + length + 1;
    const span: Span = { start, first: point, last: next };
    if (!next || next.time > start) reckoned.found.push({ ...span, isFirst: index === 0 });
    else if (isUndone(point, next, start)) reckoned.possible.push({ ...span, reach: start + reach });
  });
  return reckoned;
}

/** Whether an evaluation could see a point without the next one at a time when that had passed by the clock. */
function isUndone(point: SentPoint, next: SentPoint, time: number): boolean {
  return point.call !== next.call && next.acknowledgedAt >= time;
}

/** That actions fired, once for excursion and direction. */
export interface Firing {
  start: number;
  direction: 'enter' | 'exit';
}

/** What is wrong with the announcements of one threshold, as sentences. */
export function compareFirings({ excursions, possible }: Reckoned, firings: readonly Firing[]): string[] {
  const wrong: string[] = [];
  const listTimes = (direction: Firing['direction']) =>
    firings.filter((one) => one.direction === direction).map(({ start }) => start);
  const entered = listTimes('enter');
  const ended = listTimes('exit');
  for (const times of [entered, ended]) {
    if (new Set(times).size < times.length) wrong.push('an announcement came twice');
  }
  const computeReach = extendedReach([...possible, ...excursions]);
  const announced = [...possible.filter(({ start }) => entered.includes(start)), ...excursions].map(
    ({ start }) => ({
      start,
      reach: computeReach.get(start)!,
    }),
  );
  for (const { start, end, enters, exits } of excursions) {
    const inherits = announced.some((one) => one.start < start && start <= one.reach);
    if (enters && !entered.includes(start) && !inherits)
      wrong.push(`the beginning of ${toSpanText(start, end)} is missing`);
    const goesOn = excursions.some(
      (next) => start < next.start && announced.some((one) => one.start <= start && next.start <= one.reach),
    );
    if (exits && !ended.includes(start) && !goesOn)
      wrong.push(`the end of ${toSpanText(start, end)} is missing`);
  }
  const entering = excursions.filter(({ enters }) => enters);
  const exiting = excursions.filter(({ exits }) => exits);
  wrong.push(
    ...unfounded('beginning', entered, [...entering, ...possible]),
    ...unfounded('end', ended, exiting),
  );
  return wrong;
}

/** How far each reaches by its start: what begins within its reach continues it, and reaches on. */
function extendedReach(all: readonly Possible[]): Map<number, number> {
  const extended = new Map<number, number>();
  for (const { start, reach } of all.toSorted((one, other) => other.start - one.start)) {
    let furthest = Math.max(reach, extended.get(start) ?? Number.NEGATIVE_INFINITY);
    for (const [next, nextReach] of [...extended].reverse()) {
      if (next > start && next <= furthest) furthest = Math.max(furthest, nextReach);
    }
    extended.set(start, furthest);
  }
  return extended;
}

function unfounded(what: string, starts: readonly number[], allowed: readonly { start: number }[]): string[] {
  const known = new Set(allowed.map(({ start }) => start));
  return starts
    .filter((start) => !known.has(start))
    .map((start) => `the ${what} of one at ${new Date(start).toISOString()} is unfounded`);
}

export const toSpanText = (start: number, end: number | null) =>
  `${new Date(start).toISOString()} to ${end === null ? 'now' : new Date(end).toISOString()}`;
