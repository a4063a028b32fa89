import { failureCauses, failureMechanisms } from '@twinward/contracts/assets/failure-code';
import { type Work, workKinds } from '@twinward/contracts/assets/work';
import { durationToDays } from '@twinward/domain/duration';
import { isoWithOffset } from '@twinward/domain/time-zone';
import type { FileColumn } from '../../jobs/row-import/service.ts';

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

export interface WorkColumn extends FileColumn<ColumnName> {
  /** The cell value of a work record. */
  valueOf: (work: Work, timeZone: string) => string | number | null;
}

/** With its offset, so that a file is read the same in any zone. */
const timeText = (time: string | null, timeZone: string): string | null =>
  time === null ? null : isoWithOffset(Date.parse(time), timeZone);

/** The columns of an exported sheet, which an import reads. */
export const workColumns: readonly WorkColumn[] = [
  {
    name: 'tag',
    heading: 'Tag',
    note: 'Required. The name of a tag of type work.',
    valueOf: (work) => work.tagName,
  },
  {
    name: 'number',
    heading: 'Number',
    note: 'The number of the order. By it work that is there is found and changed; without it rows that are there already, with the same name and times, are left out.',
    valueOf: (work) => work.number,
  },
  { name: 'name', heading: 'Name', note: 'Required. At most 200 characters.', valueOf: (work) => work.name },
  {
    name: 'description',
    heading: 'Description',
    note: 'At most 4,000 characters.',
    valueOf: (work) => work.description,
  },
  {
    name: 'kind',
    heading: 'Kind',
    note: `${workKinds.join(', ')}; other unless told. Completed corrective work counts as a failure.`,
    choices: workKinds,
    valueOf: (work) => work.kind,
  },
  {
    name: 'planned',
    heading: 'Planned',
    note: 'When it is planned to start, as 2024-02-07 14:30.',
    valueOf: (work, timeZone) => timeText(work.planned, timeZone),
  },
  {
    name: 'start',
    heading: 'Start',
    note: 'When it started.',
    valueOf: (work, timeZone) => timeText(work.start, timeZone),
  },
  {
    name: 'completed',
    heading: 'Completed',
    note: 'When it was completed: not before it started, and not in the future.',
    valueOf: (work, timeZone) => timeText(work.completed, timeZone),
  },
  {
    name: 'hours',
    heading: 'Hours',
    note: 'How long it took or is to take.',
    valueOf: (work) =>
      work.duration === null ? null : Number((durationToDays(work.duration) * 24).toFixed(6)),
  },
  { name: 'cost', heading: 'Cost', note: 'In whole dollars.', valueOf: (work) => work.cost },
  {
    name: 'resource',
    heading: 'Resource',
    note: 'Who or what does it; at most 100 characters.',
    valueOf: (work) => work.resource,
  },
  {
    name: 'failureMechanism',
    heading: 'Failure mechanism',
    note: `A code of ISO 14224, table B.2: ${failureMechanisms.map(({ code, caption }) => `${code} ${caption}`).join('; ')}.`,
    valueOf: (work) => work.failureMechanism,
  },
  {
    name: 'failureCause',
    heading: 'Failure cause',
    note: `A code of ISO 14224, table B.3: ${failureCauses.map(({ code, caption }) => `${code} ${caption}`).join('; ')}.`,
    valueOf: (work) => work.failureCause,
  },
];

/** Names of columns in messages. */
export const headingOf = (name: ColumnName): string =>
  workColumns.find((column) => column.name === name)?.heading ?? name;
