import type { ThresholdDefinition } from '../model/definition.ts';
import type { ActionEvent, ExcursionEvent, OpenExcursion } from '../model/output.ts';
import { type Blocks, hasPointAt } from '../model/points.ts';

/**
 * An excursion [start, end), and whether it was announced: whether its actions fired, or it inherited an announcement.
 */
export interface AnnouncedExcursion {
  /** Index into the definition's thresholds. */
  readonly threshold: number;
  readonly start: number;
  /** Null while open. */
  readonly end: number | null;
  readonly announced: boolean;
  /** Start of an excursion that ended without an announcement because this one continues it; null if this is a new excursion. */
  readonly continues: number | null;
}

/** The begin or end of an excursion for which its threshold's actions fire. */
export interface Announcement {
  readonly threshold: number;
  /** Begin of the excursion. */
  readonly start: number;
  readonly direction: 'enter' | 'exit';
  /** Date of the announcement. */
  readonly time: number;
}

/** The actions of a threshold that an announcement fires. */
export function firedActions(
  { actions = [] }: Pick<ThresholdDefinition, 'actions'>,
  announcement: Announcement,
): ActionEvent[] {
  return actions.flatMap((entry, action) => {
    const wanted = entry.direction ?? 'enter';
    return wanted === 'both' || wanted === announcement.direction ? [{ ...announcement, action }] : [];
  });
}

/** The changes of an input since history was last evaluated. Times in milliseconds since 1970. */
export interface Arrival {
  readonly alias: string;
  /** The newest point processed before; -Infinity if there was none. */
  readonly seen: number;
  /** The earliest new or changed point; null without such a point. */
  readonly from: number | null;
  /** The newest point now; -Infinity without points. */
  readonly newest: number;
}

/**
 * Returns which times of re-evaluated history are in time: those from the earliest point of an input that is not late.
 * A point is late if it is older than the newest point seen before of its own input. A time at which only inputs with
 * late points have a point is not in time.
 *
 * The log of changes may name points again that were seen before, so a late time alone does not show that a point
 * came late: it must not hide what the points of another input begin.
 */
export function inTime(arrivals: readonly Arrival[]): (time: number, blocks: Blocks) => boolean {
  const fresh = arrivals.map(({ alias, seen, from, newest }) => {
    if (from === null || from >= seen) return { alias, begin: from ?? Number.POSITIVE_INFINITY };
    return { alias, begin: newest > seen ? seen + 1 : Number.POSITIVE_INFINITY };
  });
  const late = arrivals.filter(({ from, seen }) => from !== null && from < seen);
  return (time, blocks) => {
    const inputs = fresh.filter(({ begin }) => time >= begin);
    if (inputs.length === 0) return false;
    const hasPoint = ({ alias }: { alias: string }) => hasPointAt(blocks.get(alias), time);
    return (
      inputs.some(hasPoint) || !late.some((one) => time >= one.from! && time < one.seen && hasPoint(one))
    );
  };
}

/** The result of re-evaluating history. */
interface PastEvaluation {
  /** The recorded events. */
  readonly events: readonly ExcursionEvent[];
  /** The open excursions at the end. */
  readonly open: readonly OpenExcursion[];
  /**
   * The previous excursions of the same thresholds: those that had not ended where the re-evaluation begins.
   */
  readonly before: readonly AnnouncedExcursion[];
  /** The time up to which evaluation had advanced before. */
  readonly upTo: number;
  /**
   * The last time up to `upTo` with an arrival or evaluation: open excursions are known to have lasted until
   * then.
   */
  readonly reached: number;
  /** False if nothing is announced, as for a new definition. Open excursions then count as announced. */
  readonly announces: boolean;
}

interface PastAnnouncements {
  readonly excursions: AnnouncedExcursion[];
  readonly announcements: Announcement[];
  /** Thresholds whose excursion with a pending delay already counts as announced. */
  readonly pending: number[];
}

/**
 * Determines the announcements of re-evaluated history. An excursion that overlaps an announced one counts as
 * announced. Otherwise it is announced if it begins in time, dated when it was recorded, or if it is open,
 * dated at `upTo`. Its end is announced if it is in time and was not announced before. An announced open excursion may
 * become several: its end is announced with the last of them, or at `upTo` if later points undo the last.
 */
export function announcePast(past: PastEvaluation): PastAnnouncements {
  const result: PastAnnouncements = { excursions: [], announcements: [], pending: [] };
  const thresholds = new Set(
    [...past.events, ...past.open, ...past.before].map(({ threshold }) => threshold),
  );
  for (const threshold of [...thresholds].sort((a, b) => a - b)) announceThreshold(threshold, past, result);
  result.announcements.sort((a, b) => a.time - b.time);
  return result;
}

/** An excursion of the re-evaluation, with its recorded events. */
interface Found {
  start: number;
  end: number | null;
  begun?: ExcursionEvent;
  ended?: ExcursionEvent;
}

function announceThreshold(
  threshold: number,
  past: PastEvaluation,
  { excursions, announcements, pending }: PastAnnouncements,
): void {
  const { announces, upTo, reached } = past;
  const found = findExcursions(threshold, past);
  // Excursions of one threshold never overlap: starts and ends have the same order.
  const before = past.before.filter((one) => one.threshold === threshold).sort((a, b) => a.start - b.start);
  const delayed = past.open.find((one) => one.threshold === threshold && one.pending);
  const overlaps = (known: AnnouncedExcursion, start: number, end: number | null) =>
    known.start === start ||
    ((end === null || known.start < end) && (known.end === null ? start <= reached : start < known.end));
  if (delayed && before.some((one) => one.announced && overlaps(one, delayed.start, null)))
    pending.push(threshold);
  /** The start of the previous excursion, if its end was not announced because this one continues it. */
  let previous: number | null = null;
  let first = 0;
  found.forEach(({ start, end, begun, ended }, index) => {
    while (first < before.length && (before[first]!.end ?? start) < start) first += 1;
    const known: AnnouncedExcursion[] = [];
    for (let next = first; next < before.length; next++) {
      const one = before[next]!;
      if (overlaps(one, start, end)) known.push(one);
      else if (one.start > start) break;
    }
    const announce = (direction: 'enter' | 'exit', time: number) =>
      announcements.push({ threshold, start, direction, time });
    const inherits = known.some((one) => one.announced);
    const continues = inherits
      ? (previous ?? known.findLast((one) => one.continues !== null)?.continues ?? null)
      : null;
    previous = null;
    const isNew = !known.some((one) => one.start === start);
    const isOpen = end === null;
    const entered = announces && !inherits && ((isNew && begun?.live) || isOpen);
    if (entered) announce('enter', isNew && begun?.live ? begun.recordedAt : upTo);
    // Excursions that a new definition finds open are never announced.
    const announced = inherits || entered || (isOpen && !announces);
    excursions.push({
      threshold,
      start,
      end,
      announced,
      continues: isOpen && continues !== start ? continues : null,
    });
    // It may extend into the one that continued it.
    const hadEnded = known.some((one) => one.end !== null) && !known.some((one) => one.continues === start);
    if (!announces || !announced || !ended?.live || hadEnded) return;
    const next = found[index + 1]?.start ?? delayed?.start;
    const goesOn = next !== undefined && known.some((one) => overlaps(one, next, null));
    if (goesOn) previous = start;
    else announce('exit', ended.recordedAt);
  });
  if (!announces) return;
  const remaining = [...found, ...(delayed ? [{ start: delayed.start, end: null }] : [])];
  for (const one of before) {
    const { announced, end, continues } = one;
    if (!announced || end !== null || continues === null) continue;
    if (remaining.some(({ start, end }) => overlaps(one, start, end))) continue;
    announcements.push({ threshold, start: continues, direction: 'exit', time: upTo });
  }
}

function findExcursions(threshold: number, { events, open }: PastEvaluation): Found[] {
  const found = new Map<number, Found>();
  for (const event of events) {
    if (event.threshold !== threshold) continue;
    const { start, end } = event;
    if (end === null) found.set(start, { start, end, begun: event });
    else found.set(start, { ...found.get(start), start, end, ended: event });
  }
  for (const one of open) {
    if (one.threshold === threshold && !one.pending && !found.has(one.start)) {
      found.set(one.start, { start: one.start, end: null });
    }
  }
  return [...found.values()].sort((a, b) => a.start - b.start);
}
