/** The figures of a twin or failure mode on a day. */
export interface HistoryFigures {
  probability: number | null;
  consequence: number | null;
  risk: number | null;
  /** Highest level of the day; null for a failure mode. */
  level: number | null;
}

/** A period with the same figures. Days are yyyy-mm-dd. */
export interface HistoryStep extends HistoryFigures {
  from: string;
  /** The day after the last one with these figures. Null while they are current. */
  until: string | null;
}

/** The latest history of a twin or failure mode. */
export interface KnownSteps<Step extends HistoryStep> {
  /** The current step. */
  current: Step | null;
  /** The step that ended on the recorded day. */
  previous: Step | null;
}

/** The change of a history: at most one row of each kind. */
export interface HistoryChange<Step extends HistoryStep> {
  remove?: Step;
  /** Becomes the current step again. */
  reopen?: Step;
  /** Ends on the recorded day. */
  end?: Step;
  replace?: { step: Step; figures: HistoryFigures };
  add?: { from: string; figures: HistoryFigures };
}

/**
 * Plans the change of a history when figures are recorded on a day. Writes a row only if the figures differ. Within a
 * day, keeps the last figures and the highest level.
 * @param now the figures; null for a deleted record or an asset out of service
 * @returns null if nothing changes.
 */
export function planHistory<Step extends HistoryStep>(
  { current, previous }: KnownSteps<Step>,
  now: HistoryFigures | null,
  today: string,
): HistoryChange<Step> | null {
  if (current === null) {
    if (now === null) return null;
    return isEqual(previous, now) ? { reopen: previous } : { add: { from: today, figures: now } };
  }
  // After a change of the plant's time zone, today may be earlier than the latest recorded day.
  const isOfToday = current.from >= today;
  if (now === null) return isOfToday ? { remove: current } : { end: current };
  const figures = isOfToday ? { ...now, level: highest(now.level, current.level) } : now;
  if (isEqual(current, figures)) return null;
  if (!isOfToday) return { end: current, add: { from: today, figures } };
  return isEqual(previous, figures)
    ? { remove: current, reopen: previous }
    : { replace: { step: current, figures } };
}

const highest = (one: number | null, other: number | null): number | null =>
  one === null || other === null ? (one ?? other) : Math.max(one, other);

function isEqual<Step extends HistoryStep>(step: Step | null, figures: HistoryFigures): step is Step {
  return (
    step !== null &&
    step.probability === figures.probability &&
    step.consequence === figures.consequence &&
    step.risk === figures.risk &&
    step.level === figures.level
  );
}

/** The days from one to another, both included, as yyyy-mm-dd. */
export function daysBetween(from: string, to: string): string[] {
  const days: string[] = [];
  for (let day = from; day <= to; day = addDays(day, 1)) days.push(day);
  return days;
}

/** @param day yyyy-mm-dd */
export function addDays(day: string, count: number): string {
  const date = new Date(`${day}T00:00:00Z`);
  date.setUTCDate(date.getUTCDate() + count);
  return date.toISOString().slice(0, 10);
}
