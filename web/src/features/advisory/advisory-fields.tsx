import Box from '@mui/material/Box';
import FormControlLabel from '@mui/material/FormControlLabel';
import Switch from '@mui/material/Switch';
import type { Recipient } from '@twinward/contracts/advisories/notification';
import type { AdvisoryEntry } from '@twinward/domain/rules/advisory';
import type { ReactNode } from 'react';
import { PeopleField } from '../../shared/pickers/people-field.tsx';
import { emptyWork, WorkFields } from '../../shared/work/work-fields.tsx';
import { bindFields } from '../../ui/form/bound-fields.ts';
import { DateTimeInput } from '../../ui/form/date-input.tsx';
import { DurationInput } from '../../ui/form/duration-input.tsx';
import { Field } from '../../ui/form/field.tsx';
import { NumberField } from '../../ui/form/number-field.tsx';
import { RecordChoice, RecordChoices } from '../../ui/form/record-choice.tsx';

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
        <RecordChoice
          label="Protection"
          records={protections}
          none="None"
          value={entry.protectionId}
          onChange={(protectionId) => onChange({ protectionId, thresholdId: null })}
        />
        <RecordChoice
          label="Threshold"
          records={protection?.thresholds ?? []}
          none="None"
          disabled={protection === undefined}
          {...bound.input('thresholdId')}
        />
        <RecordChoice label="Activity" records={activities} none="None" {...bound.input('activityId')} />
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
        <RecordChoices label="Failure modes" records={failureModes} {...bound.input('failureModeIds')} />
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
