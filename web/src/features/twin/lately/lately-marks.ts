import type { AdvisorySummary } from '@twinward/contracts/advisories/advisory';
import type { Work } from '@twinward/contracts/assets/work';
import { advisoryPath, workPath } from '../../../shared/address/paths.ts';
import type { Mark, MarkShape } from '../../../ui/chart/fold-marks.ts';
import { formatDateTime } from '../../../ui/format/format.ts';

/** A past or due event, shown as a mark on a time axis and as a table row. */
export interface LatelyMark extends Mark {
  name: string;
  /** The kind of event, such as 'Completed'. */
  what: string;
}

interface Moment {
  time: string;
  shape: MarkShape;
  what: string;
}

/** Marks of work at its completion, else its start, else its planned time. */
export const workMarks = (twinId: number, records: readonly Work[], timeZone: string): LatelyMark[] =>
  records.flatMap((work) => {
    const moment = momentOfWork(work);
    if (moment === null) return [];
    // Link to the list of work, searched by name.
    const to = `${workPath(twinId)}?${new URLSearchParams({ search: work.name })}`;
    return [toMark(`work ${work.id}`, work.name, moment, to, timeZone)];
  });

function momentOfWork({ completed, start, planned }: Work): Moment | null {
  if (completed !== null) return { time: completed, shape: 'done', what: 'Completed' };
  if (start !== null) return { time: start, shape: 'planned', what: 'Started' };
  return planned === null ? null : { time: planned, shape: 'planned', what: 'Planned' };
}

/** Marks of advisories at their creation and, for open ones, at their target date. */
export const advisoryMarks = (records: readonly AdvisorySummary[], timeZone: string): LatelyMark[] =>
  records.flatMap((advisory) => {
    const { id, twinId, name } = advisory;
    return momentsOfAdvisory(advisory).map((moment) =>
      toMark(`advisory ${id} ${moment.shape}`, name, moment, advisoryPath(twinId, id), timeZone),
    );
  });

/** States of open advisories. */
export const openStates = ['draft', 'submitted', 'active'] as const;

function momentsOfAdvisory({ createdAt, targetDate, state, overdue }: AdvisorySummary): Moment[] {
  const made: Moment = { time: createdAt, shape: 'done', what: 'Created' };
  if (targetDate === null || !openStates.some((open) => open === state)) return [made];
  const due: Moment = overdue
    ? { time: targetDate, shape: 'overdue', what: 'Overdue' }
    : { time: targetDate, shape: 'due', what: 'Due' };
  return [made, due];
}

function toMark(
  key: string,
  name: string,
  { time, shape, what }: Moment,
  to: string,
  timeZone: string,
): LatelyMark {
  const at = Date.parse(time);
  const since = shape === 'overdue' ? ' since' : '';
  const label = `${name}, ${what.toLowerCase()}${since} ${formatDateTime(at, timeZone)}`;
  return { key, time: at, label, to, shape, name, what };
}
