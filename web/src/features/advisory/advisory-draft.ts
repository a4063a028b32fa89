import type { Advisory } from '@twinward/contracts/advisories/advisory';
import { type AdvisoryEntry, type AdvisoryFacts, toAdvisoryEntry } from '@twinward/domain/rules/advisory';
import type { RecordValues } from '../../shared/record/record-values.ts';
import type { FurtherForm } from '../../shared/record/use-further-form.ts';
import type { FieldTexts } from '../../ui/dialogs/merge.ts';
import { formatDateTime, formatDuration } from '../../ui/format/format.ts';
import type { AdvisoryChoices } from './advisory-fields.tsx';

/** The fields of an advisory that the dialog edits. */
export type Edited = AdvisoryFacts & Pick<Advisory, 'id' | 'version' | 'fields'>;

export type AdvisoryDraft = Omit<AdvisoryEntry, 'fields'> & { fields: RecordValues };

export const toDraft = (advisory: Edited): AdvisoryDraft => ({
  ...toAdvisoryEntry(advisory),
  fields: advisory.fields,
});

/** A new advisory. Version 0 means not saved. */
export const blank: Edited = {
  id: 0,
  version: 0,
  name: '',
  comment: '',
  protection: null,
  threshold: null,
  activityId: null,
  failureModes: [],
  reviewerUserIds: [],
  reviewerGroupIds: [],
  priority: null,
  targetHorizon: null,
  targetDate: null,
  work: null,
  fields: {},
};

const findName = (list: readonly { id: number; name: string }[], id: number | null) =>
  list.find((one) => one.id === id)?.name ?? '';

/** Labels and formats of the fields in the conflict dialog. */
export const entryTexts = (
  { protections, activities, failureModes }: AdvisoryChoices,
  timeZone: string,
  further: FurtherForm,
): FieldTexts<AdvisoryDraft> => ({
  name: { label: 'Name', text: (value) => value },
  comment: { label: 'Comment', text: (value) => value },
  protectionId: { label: 'Protection', text: (id) => findName(protections, id) },
  thresholdId: {
    label: 'Threshold',
    text: (id) =>
      findName(
        protections.flatMap(({ thresholds }) => thresholds),
        id ?? null,
      ),
  },
  activityId: { label: 'Activity', text: (id) => findName(activities, id) },
  failureModeIds: {
    label: 'Failure modes',
    text: (ids) => ids.map((id) => findName(failureModes, id)).join(', '),
  },
  reviewerUserIds: { label: 'Reviewers', text: (ids) => `${ids.length} users` },
  reviewerGroupIds: { label: 'Groups of reviewers', text: (names) => names.join(', ') },
  priority: { label: 'Priority', text: (value) => String(value ?? '') },
  targetHorizon: { label: 'Target horizon', text: (value) => (value ? formatDuration(value) : '') },
  targetDate: { label: 'Target date', text: (value) => (value ? formatDateTime(value, timeZone) : '') },
  work: { label: 'Work', text: (work) => work?.shortDescription ?? '' },
  fields: further.text,
});
