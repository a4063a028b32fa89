import { type Work, workKinds } from '@twinward/contracts/assets/work';
import { durationToDays } from '@twinward/domain/duration';
import { isoWithOffset } from '@twinward/domain/time-zone';
import type { FieldColumnName, FileColumn } from '../../jobs/row-import/service.ts';

/** The columns of a sheet of work. */
export type ColumnName =
  | 'tag'
  | 'number'
  | 'name'
  | 'description'
  | 'kind'
  | 'planned'
  | 'start'
  | 'completed'
  | 'hours'
  | 'cost'
  | 'resource'
  | 'failureMechanism'
  | 'failureCause';

/** A column of a field of work, or of a further field. */
export type FileColumnName = ColumnName | FieldColumnName;

export interface WorkColumn extends FileColumn<ColumnName> {
  /** The cell value of a work record. */
  toValue: (work: Work, timeZone: string) => string | number | null;
}

/** Includes the UTC offset, so that the file has the same meaning in any time zone. */
const timeText = (time: string | null, timeZone: string): string | null =>
  time === null ? null : isoWithOffset(Date.parse(time), timeZone);

/** The columns of an exported sheet, which an import reads. */
export const workColumns: readonly WorkColumn[] = [
  {
    name: 'tag',
    heading: 'Tag',
    note: 'Required. The name of a tag of type work.',
    toValue: (work) => work.tagName,
  },
  {
    name: 'number',
    heading: 'Number',
    note: 'Number of the work order. Work with this number is changed. Without a number, a row with the name and times of existing work is skipped.',
    toValue: (work) => work.number,
  },
  { name: 'name', heading: 'Name', note: 'Required. At most 200 characters.', toValue: (work) => work.name },
  {
    name: 'description',
    heading: 'Description',
    note: 'At most 4,000 characters.',
    toValue: (work) => work.description,
  },
  {
    name: 'kind',
    heading: 'Kind',
    note: `${workKinds.join(', ')}; other by default. Completed corrective work counts as a failure.`,
    choices: workKinds,
    toValue: (work) => work.kind,
  },
  {
    name: 'planned',
    heading: 'Planned',
    note: 'Planned start, such as 2024-02-07 14:30.',
    toValue: (work, timeZone) => timeText(work.planned, timeZone),
  },
  {
    name: 'start',
    heading: 'Start',
    note: 'Time of the start.',
    toValue: (work, timeZone) => timeText(work.start, timeZone),
  },
  {
    name: 'completed',
    heading: 'Completed',
    note: 'Time of completion: not before the start, and not in the future.',
    toValue: (work, timeZone) => timeText(work.completed, timeZone),
  },
  {
    name: 'hours',
    heading: 'Hours',
    note: 'Actual or planned duration.',
    toValue: (work) =>
      // Nine decimals of an hour preserve milliseconds.
      work.duration === null ? null : Number((durationToDays(work.duration) * 24).toFixed(9)),
  },
  { name: 'cost', heading: 'Cost', note: 'In whole dollars.', toValue: (work) => work.cost },
  {
    name: 'resource',
    heading: 'Resource',
    note: 'Person or equipment that does the work. At most 100 characters.',
    toValue: (work) => work.resource,
  },
  {
    name: 'failureMechanism',
    heading: 'Failure mechanism',
    note: 'A code of ISO 14224, table B.2, as in the sheet Failure mechanisms.',
    toValue: (work) => work.failureMechanism,
  },
  {
    name: 'failureCause',
    heading: 'Failure cause',
    note: 'A code of ISO 14224, table B.3, as in the sheet Failure causes.',
    toValue: (work) => work.failureCause,
  },
];

/** Returns the name of a column in messages. */
export const toHeading = (name: ColumnName): string =>
  workColumns.find((column) => column.name === name)?.heading ?? name;
