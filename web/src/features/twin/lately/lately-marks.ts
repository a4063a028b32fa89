import type { AdvisorySummary } from '@twinward/contracts/advisories/advisory';
import type { Work } from '@twinward/contracts/assets/work';
import { advisoryPath, workPath } from '../../../shared/address/paths.ts';
import type { Mark, MarkShape } from '../../../ui/chart/fold-marks.ts';
import { formatDateTime } from '../../../ui/format/format.ts';

/** What is known of something that was done or is due, on a time axis and as a row of a table. */
export interface LatelyMark extends Mark {
  name: string;
  /** What happened then, such as 'Completed'. */
  what: string;
}

interface Moment {
  time: string;
  shape: MarkShape;
  what: string;
}

/** Work at its completion, else at its start, else where it is planned. */
export const workMarks = (twinId: number, records: readonly Work[], timeZone: string): LatelyMark[] =>
  records.flatMap((work) => {
    const moment = momentOfWork(work);
    if (moment === null) return [];
    // The list of work finds it by its name.
    const to = `${workPath(twinId)}?${new URLSearchParams({ search: work.name })}`;
    return [markOf(`work ${work.id}`, work.name, moment, to, timeZone)];
  });

function momentOfWork({ completed, start, planned }: Work): Moment | null {
  if (completed !== null) return { time: completed, shape: 'done', what: 'Completed' };
  if (start !== null) return { time: start, shape: 'planned', what: 'Started' };
  return planned === null ? null : { time: planned, shape: 'planned', what: 'Planned' };
}

/** Each advisory where it was made; an open one with a target date also where it is due. */
export const advisoryMarks = (records: readonly AdvisorySummary[], timeZone: string): LatelyMark[] =>
  records.flatMap((advisory) => {
    const { id, twinId, name } = advisory;
    return momentsOfAdvisory(advisory).map((moment) =>
      markOf(`advisory ${id} ${moment.shape}`, name, moment, advisoryPath(twinId, id), timeZone),
    );
  });

/** States in which an advisory may still be due. */
export const openStates = ['draft', 'submitted', 'active'] as const;

function momentsOfAdvisory({ createdAt, targetDate, state, overdue }: AdvisorySummary): Moment[] {
  const made: Moment = { time: createdAt, shape: 'done', what: 'Created' };
  if (targetDate === null || !openStates.some((open) => open === state)) return [made];
  const due: Moment = overdue
    ? { time: targetDate, shape: 'overdue', what: 'Overdue' }
    : { time: targetDate, shape: 'due', what: 'Due' };
  return [made, due];
}

function markOf(
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
