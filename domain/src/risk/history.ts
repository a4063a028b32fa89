/** The figures of a twin or failure mode on a day. */
export interface HistoryFigures {
  probability: number | null;
  consequence: number | null;
  risk: number | null;
  /** Highest level of the day; null for a failure mode. */
  level: number | null;
}

/** A stretch of days with the same figures. Days are yyyy-mm-dd. */
export interface HistoryStep extends HistoryFigures {
  from: string;
  /** The first day on which the figures no longer hold; null while they do. */
  until: string | null;
}

/** What is known of a twin or failure mode. */
export interface KnownSteps<Step extends HistoryStep> {
  /** The step that holds now. */
  current: Step | null;
  /** The step that ended on the day that is recorded. */
  previous: Step | null;
}

/** The change of a history: at most one row of each kind. */
export interface HistoryChange<Step extends HistoryStep> {
  remove?: Step;
  /** Holds again. */
  reopen?: Step;
  /** Ends on the recorded day. */
  end?: Step;
  replace?: { step: Step; figures: HistoryFigures };
  add?: { from: string; figures: HistoryFigures };
}

/**
 * How a history changes when figures are recorded on a day: a row is written only where they differ, and within a day
 * the last figures and the highest level count.
 * @param now the figures; null for what no longer exists or is out of service
 * @returns null where nothing changes.
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
  // The clocks of the plant may have been put back to the day before by another time zone.
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
