import Box from '@mui/material/Box';
import FormControlLabel from '@mui/material/FormControlLabel';
import Switch from '@mui/material/Switch';
import type { Recipient } from '@twinward/contracts/advisories/notification';
import type { AdvisoryWork } from '@twinward/contracts/protections/threshold';
import type { AdvisoryEntry } from '@twinward/domain/rules/advisory';
import type { ReactNode } from 'react';
import { PeopleField } from '../../shared/pickers/people-field.tsx';
import { WorkFields } from '../../shared/work/work-fields.tsx';
import { bindFields } from '../../ui/form/bound-fields.ts';
import { CheckList } from '../../ui/form/check-list.tsx';
import { DateTimeInput } from '../../ui/form/date-input.tsx';
import { DurationInput } from '../../ui/form/duration-input.tsx';
import { Field } from '../../ui/form/field.tsx';
import { NumberField } from '../../ui/form/number-field.tsx';
import { SelectField } from '../../ui/form/select-field.tsx';

interface Named {
  id: number;
  name: string;
}

/** Records of the twin that an advisory can refer to. */
export interface AdvisoryChoices {
  protections: readonly (Named & { thresholds: readonly Named[] })[];
  activities: readonly Named[];
  failureModes: readonly Named[];
}

const emptyWork: AdvisoryWork = {
  type: null,
  priority: null,
  status: null,
  shortDescription: '',
  description: '',
};

/** The fields of an advisory's form. */
export function AdvisoryFields({
  entry,
  problems,
  choices: { protections, activities, failureModes },
  onChange,
}: {
  entry: Omit<AdvisoryEntry, 'fields'>;
  problems: Partial<Record<'name' | 'comment' | 'priority', string>>;
  choices: AdvisoryChoices;
  onChange(change: Partial<Omit<AdvisoryEntry, 'fields'>>): void;
}): ReactNode {
  const bound = bindFields({ draft: entry, problems, change: onChange });
  const reviewers: Recipient[] = [
    ...entry.reviewerUserIds.map((id) => ({ type: 'user' as const, id })),
    ...entry.reviewerGroupIds.map((id) => ({ type: 'group' as const, id })),
  ];
  const protection = protections.find(({ id }) => id === entry.protectionId);
  const toChoices = (none: string, list: readonly { id: number; name: string }[]) => [
    { value: '', label: none },
    ...list.map(({ id, name }) => ({ value: String(id), label: name })),
  ];
  return (
    <>
      <Field label="Name" required {...bound.text('name')} />
      <Field
        label="Comment"
        hint="What was observed and what you recommend"
        multiline
        maxRows={6}
        {...bound.text('comment')}
      />
      <Box sx={{ display: 'grid', gap: 3, gridTemplateColumns: { sm: '1fr 1fr' } }}>
        <SelectField
          label="Protection"
          choices={toChoices('None', protections)}
          value={entry.protectionId ?? ''}
          onChange={(event) =>
            onChange({ protectionId: Number(event.target.value) || null, thresholdId: null })
          }
        />
        <SelectField
          label="Threshold"
          choices={toChoices('None', protection?.thresholds ?? [])}
          value={entry.thresholdId ?? ''}
          disabled={protection === undefined}
          onChange={(event) => onChange({ thresholdId: Number(event.target.value) || null })}
        />
        <SelectField
          label="Activity"
          choices={toChoices('None', activities)}
          value={entry.activityId ?? ''}
          onChange={(event) => onChange({ activityId: Number(event.target.value) || null })}
        />
        <NumberField label="Priority" hint="0 to 1000" {...bound.input('priority')} />
        <DurationInput
          label="Target horizon"
          hint="Counted from when the advisory becomes active"
          {...bound.input('targetHorizon')}
        />
        <DateTimeInput
          label="Target date"
          hint="Calculated from the target horizon if one is set"
          {...bound.input('targetDate')}
        />
      </Box>
      <PeopleField
        label="Reviewers"
        value={reviewers}
        onChange={(people) =>
          onChange({
            reviewerUserIds: people.flatMap((one) => (one.type === 'user' ? [one.id] : [])),
            reviewerGroupIds: people.flatMap((one) => (one.type === 'group' ? [one.id] : [])),
          })
        }
      />
      {failureModes.length === 0 ? null : (
        <CheckList
          label="Failure modes"
          choices={failureModes.map(({ id, name }) => ({ value: String(id), label: name }))}
          value={entry.failureModeIds.map(String)}
          onChange={(ids) => onChange({ failureModeIds: ids.map(Number) })}
        />
      )}
      <FormControlLabel
        label="Request work when it becomes active"
        control={
          <Switch
            checked={entry.work !== null}
            onChange={(_, isOn) => onChange({ work: isOn ? emptyWork : null })}
          />
        }
      />
      {entry.work ? <WorkFields work={entry.work} onChange={(work) => onChange({ work })} /> : null}
    </>
  );
}
