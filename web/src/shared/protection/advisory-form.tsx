import type { Recipient } from '@twinward/contracts/advisories/notification';
import type { AdvisoryAction, ThresholdActionChange } from '@twinward/contracts/protections/threshold';
import type { ReactNode } from 'react';
import { bindFields } from '../../ui/form/bound-fields.ts';
import { DurationInput } from '../../ui/form/duration-input.tsx';
import { Field } from '../../ui/form/field.tsx';
import { NumberField } from '../../ui/form/number-field.tsx';
import { RecordChoice, RecordChoices } from '../../ui/form/record-choice.tsx';
import { SwitchField } from '../../ui/form/switch-field.tsx';
import { PeopleField } from '../pickers/people-field.tsx';
import { emptyWork, WorkFields } from '../work/work-fields.tsx';
import type { Named } from './draft.ts';

/** Records of a twin or model that an action can refer to. */
export interface ActionChoices {
  activities: readonly Named[];
  failureModes: readonly Named[];
}

type Advisory = Extract<ThresholdActionChange, { type: 'advisory' }>;

/** The advisory that a threshold creates: its fields, reviewer and work request. */
export function AdvisoryForm({
  action,
  readOnly,
  choices: { activities, failureModes },
  onChange,
}: {
  action: Advisory;
  readOnly: boolean;
  choices: ActionChoices;
  onChange(change: Partial<AdvisoryAction>): void;
}): ReactNode {
  const bound = bindFields({ draft: action, readOnly, change: onChange });
  const reviewers: Recipient[] = [
    ...action.reviewerUserIds.map((id) => ({ type: 'user' as const, id })),
    ...action.reviewerGroupIds.map((id) => ({ type: 'group' as const, id })),
  ];
  return (
    <>
      <RecordChoice label="Activity" records={activities} none="None" {...bound.input('activityId')} />
      <Field label="Comment" multiline maxRows={6} {...bound.text('comment')} />
      <PeopleField
        label="Reviewers"
        value={reviewers}
        readOnly={readOnly}
        onChange={(people) =>
          onChange({
            reviewerUserIds: people.flatMap((one) => (one.type === 'user' ? [one.id] : [])),
            reviewerGroupIds: people.flatMap((one) => (one.type === 'group' ? [one.id] : [])),
          })
        }
      />
      <SwitchField label="Include failure modes of the protection" {...bound.toggle('inheritFailureModes')} />
      {failureModes.length === 0 ? null : (
        <RecordChoices
          label="Additional failure modes"
          records={failureModes}
          {...bound.input('failureModeIds')}
        />
      )}
      <DurationInput
        label="Target horizon"
        hint="Time from activation of the advisory to its target date."
        {...bound.input('targetHorizon')}
      />
      <NumberField label="Priority" {...bound.input('priority')} />
      <SwitchField
        label="Request work"
        checked={action.work !== null}
        readOnly={readOnly}
        onChange={(on) => onChange({ work: on ? emptyWork : null })}
      />
      {action.work === null ? null : (
        <WorkFields work={action.work} readOnly={readOnly} onChange={(work) => onChange({ work })} />
      )}
    </>
  );
}
