import type { ThresholdDefinition } from '../model/definition.ts';
import type { ActionEvent, ExcursionEvent, OpenExcursion } from '../model/output.ts';

/** An excursion [start, end), and whether it was announced: whether its actions fired. */
export interface AnnouncedExcursion {
  /** Index into the definition's thresholds. */
  readonly threshold: number;
  readonly start: number;
  /** Null while open. */
  readonly end: number | null;
  readonly announced: boolean;
}

/** That an excursion began or ended, for which its threshold's actions fire. */
export interface Announcement {
  readonly threshold: number;
  /** When the excursion began. */
  readonly start: number;
  readonly direction: 'enter' | 'exit';
  /** What the announcement is dated at. */
  readonly time: number;
}

/** The actions of a threshold that an announcement fires. */
export function actionsOf(
  { actions = [] }: Pick<ThresholdDefinition, 'actions'>,
  announcement: Announcement,
): ActionEvent[] {
  return actions.flatMap((entry, action) => {
    const wanted = entry.direction ?? 'enter';
    return wanted === 'both' || wanted === announcement.direction ? [{ ...announcement, action }] : [];
  });
}

/** What came of one input since history was evaluated last. Times in milliseconds since 1970. */
export interface Arrival {
  /** The newest point that was taken in before; -Infinity without one. */
  readonly seen: number;
  /** The earliest point that came or changed; null when none did. */
  readonly from: number | null;
  /** The newest point there is now; -Infinity without one. */
  readonly newest: number;
}

/**
 * Which times of history that is evaluated again are in time: those from which on an input has a point that is not
 * late, where no input has one that is. A point is late if it is older than the newest point seen of its own input.
 */
export function inTime(arrivals: readonly Arrival[]): (time: number) => boolean {
  const begin = Math.min(
    ...arrivals.map(({ seen, from, newest }) => {
      if (from === null || from >= seen) return from ?? Number.POSITIVE_INFINITY;
      return newest > seen ? seen + 1 : Number.POSITIVE_INFINITY;
    }),
  );
  const late = arrivals.flatMap(({ seen, from }) =>
    from !== null && from < seen ? [{ from, to: seen }] : [],
  );
  return (time) => time >= begin && !late.some(({ from, to }) => time >= from && time < to);
}

/** History that was evaluated again. */
export interface PastEvaluation {
  /** What the evaluation recorded. */
  readonly events: readonly ExcursionEvent[];
  /** What is open at its end. */
  readonly open: readonly OpenExcursion[];
  /** What was known before of the same thresholds: every excursion that had not ended where it began anew. */
  readonly before: readonly AnnouncedExcursion[];
  /** The time up to which evaluation had come before. */
  readonly upTo: number;
  /** The last time up to then at which it had met anything: so far what was open is known to have lasted. */
  readonly reached: number;
  /** False where nothing is to be announced, as for a new definition. What is open then counts as announced. */
  readonly announces: boolean;
}

export interface PastAnnouncements {
  readonly excursions: AnnouncedExcursion[];
  readonly announcements: Announcement[];
  /** The thresholds whose excursion that a delay holds back counts as announced already. */
  readonly pending: number[];
}

/**
 * What of history that was evaluated again is announced. An excursion inherits the announcement of one that it
 * overlaps. Else it is announced if it begins in time, dated at when it was recorded, or if it is open, dated at the
 * time up to which evaluation had come. Its end is announced if it is in time and was not before.
 */
export function announcePast(past: PastEvaluation): PastAnnouncements {
  const result: PastAnnouncements = { excursions: [], announcements: [], pending: [] };
  const thresholds = new Set([...past.events, ...past.open].map(({ threshold }) => threshold));
  for (const threshold of [...thresholds].sort((a, b) => a - b)) announceThreshold(threshold, past, result);
  result.announcements.sort((a, b) => a.time - b.time);
  return result;
}

/** An excursion that was found, with what was recorded of it. */
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
  const found = foundOf(threshold, past);
  // Excursions of one threshold never overlap: they are in order of both start and end.
  const before = past.before.filter((one) => one.threshold === threshold).sort((a, b) => a.start - b.start);
  const delayed = past.open.find((one) => one.threshold === threshold && one.pending);
  const overlaps = (known: AnnouncedExcursion, start: number, end: number | null) =>
    known.start === start ||
    ((end === null || known.start < end) && (known.end === null ? start <= reached : start < known.end));
  if (delayed && before.some((one) => one.announced && overlaps(one, delayed.start, null)))
    pending.push(threshold);
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
    const isNew = !known.some((one) => one.start === start);
    const isOpen = end === null;
    const entered = announces && !inherits && ((isNew && begun?.live) || isOpen);
    if (entered) announce('enter', isNew && begun?.live ? begun.recordedAt : upTo);
    // What a new definition finds open is not announced, then or later.
    const announced = inherits || entered || (isOpen && !announces);
    excursions.push({ threshold, start, end, announced });
    if (!announces || !announced || !ended?.live || known.some((one) => one.end !== null)) return;
    // One that was open may come out as several: it ends with the last of them.
    const next = found[index + 1]?.start ?? delayed?.start;
    const goesOn = next !== undefined && known.some((one) => overlaps(one, next, null));
    if (!goesOn) announce('exit', ended.recordedAt);
  });
}

function foundOf(threshold: number, { events, open }: PastEvaluation): Found[] {
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
