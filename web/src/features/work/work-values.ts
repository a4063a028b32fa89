import { newWork, type Work, type WorkKind } from '@twinward/contracts/assets/work';
import { schemaRules } from '@twinward/domain/rules/schema-rules';
import type { RecordValues } from '../../shared/record/record-values.ts';
import { type FurtherForm, furtherChanges } from '../../shared/record/use-further-form.ts';
import { kindLabels } from '../../shared/work/work-columns.tsx';
import { asTyped, type FieldTexts } from '../../ui/dialogs/merge.ts';
import { formatDuration, formatMoney } from '../../ui/format/format.ts';
import type { WorkEntry } from './api/work.ts';

/** The form values of work. Empty texts stand for null. */
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
  /** Values of further fields, by name. */
  fields: RecordValues;
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
  fields: {},
});

export const toValues = (work: Work): WorkValues => ({
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
  fields: work.fields,
});

const orNull = (text: string): string | null => (text.trim() === '' ? null : text.trim());

/** @param over the work to change; null for new work */
export const toEntry = ({ fields, ...values }: WorkValues, over: Work | null): WorkEntry => ({
  ...values,
  ...furtherChanges(fields, over),
  tagId: Number(values.tagId),
  number: orNull(values.number),
  failureMechanism: orNull(values.failureMechanism),
  failureCause: orNull(values.failureCause),
  lifeCycleState: null,
});

export const workRules = schemaRules(newWork.shape, ['name', 'number', 'description', 'resource', 'cost']);

/** Labels and formats of the fields in the conflict dialog. */
export function workTexts(
  formatTime: (time: string) => string,
  further: FurtherForm,
): FieldTexts<WorkValues> {
  const time = (value: string | null): string => (value === null ? '' : formatTime(value));
  return {
    tagId: { label: 'Input', text: asTyped },
    name: { label: 'Name', text: asTyped },
    number: { label: 'Order number', text: asTyped },
    kind: { label: 'Kind', text: (kind) => kindLabels[kind] },
    planned: { label: 'Planned', text: time },
    start: { label: 'Start', text: time },
    completed: { label: 'Completed', text: time },
    duration: { label: 'Duration', text: (value) => (value === null ? '' : formatDuration(value)) },
    cost: { label: 'Cost', text: (value) => (value === null ? '' : formatMoney(value)) },
    resource: { label: 'Resource', text: asTyped },
    failureMechanism: { label: 'Failure mechanism', text: asTyped },
    failureCause: { label: 'Failure cause', text: asTyped },
    description: { label: 'Description', text: asTyped },
    fields: further.text,
  };
}
