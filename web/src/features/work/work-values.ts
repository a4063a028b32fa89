import type { Work, WorkKind } from '@twinward/contracts/work';
import { integer, maximumLength, positive, required } from '@twinward/domain/rules/field-rules';
import type { FieldRules } from '@twinward/domain/rules/rule';
import type { NamedValue } from '../../ui/conflict-panel.tsx';
import type { WorkEntry } from './api/work.ts';
import { kindLabels } from './work-list.ts';

/** Work as its form holds it: text fields are empty rather than null. */
export interface WorkValues {
  tagId: string;
  number: string;
  name: string;
  description: string;
  kind: WorkKind;
  planned: string | null;
  start: string | null;
  completed: string | null;
  duration: string | null;
  cost: number | null;
  resource: string;
  failureMechanism: string;
  failureCause: string;
}

export const emptyWork = (tagId: number): WorkValues => ({
  tagId: String(tagId),
  number: '',
  name: '',
  description: '',
  kind: 'preventive',
  planned: null,
  start: null,
  completed: null,
  duration: null,
  cost: null,
  resource: '',
  failureMechanism: '',
  failureCause: '',
});

export const valuesOf = (work: Work): WorkValues => ({
  tagId: String(work.tagId),
  number: work.number ?? '',
  name: work.name,
  description: work.description,
  kind: work.kind,
  planned: work.planned,
  start: work.start,
  completed: work.completed,
  duration: work.duration,
  cost: work.cost,
  resource: work.resource,
  failureMechanism: work.failureMechanism ?? '',
  failureCause: work.failureCause ?? '',
});

const orNull = (text: string): string | null => (text.trim() === '' ? null : text.trim());

export const entryOf = (values: WorkValues): WorkEntry => ({
  ...values,
  tagId: Number(values.tagId),
  number: orNull(values.number),
  failureMechanism: orNull(values.failureMechanism),
  failureCause: orNull(values.failureCause),
  lifeCycleState: null,
});

export const workRules: FieldRules<WorkValues> = {
  name: [required, maximumLength(200)],
  number: [maximumLength(100)],
  description: [maximumLength(4000)],
  resource: [maximumLength(100)],
  cost: [integer, positive],
};

/** Work by what its fields are called, to compare two versions of it. */
export function namedValues(values: WorkValues, formatTime: (time: string) => string): NamedValue[] {
  const time = (value: string | null) => (value === null ? '–' : formatTime(value));
  return [
    ['Name', values.name],
    ['Number', values.number || '–'],
    ['Kind', kindLabels[values.kind]],
    ['Planned', time(values.planned)],
    ['Start', time(values.start)],
    ['Completed', time(values.completed)],
    ['Duration', values.duration ?? '–'],
    ['Cost', values.cost === null ? '–' : String(values.cost)],
    ['Resource', values.resource || '–'],
    ['Failure mechanism', values.failureMechanism || '–'],
    ['Failure cause', values.failureCause || '–'],
    ['Description', values.description || '–'],
  ];
}
