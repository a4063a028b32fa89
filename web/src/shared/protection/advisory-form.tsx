import type { Recipient } from '@twinward/contracts/advisories/notification';
import type {
  AdvisoryAction,
  AdvisoryWork,
  ThresholdActionChange,
} from '@twinward/contracts/protections/threshold';
import type { ReactNode } from 'react';
import { bindFields } from '../../ui/form/bound-fields.ts';
import { CheckList } from '../../ui/form/check-list.tsx';
import { DurationInput } from '../../ui/form/duration-input.tsx';
import { Field } from '../../ui/form/field.tsx';
import { NumberField } from '../../ui/form/number-field.tsx';
import { SelectField } from '../../ui/form/select-field.tsx';
import { SwitchField } from '../../ui/form/switch-field.tsx';
import { PeopleField } from '../pickers/people-field.tsx';
import { WorkFields } from '../work/work-fields.tsx';
import type { Named } from './draft.ts';

/** Records of a twin or model that an action can refer to. */
export interface ActionChoices {
  activities: readonly Named[];
  failureModes: readonly Named[];
}

type Advisory = Extract<ThresholdActionChange, { type: 'advisory' }>;

const emptyWork: AdvisoryWork = {
  type: null,
  priority: null,
  status: null,
  shortDescription: '',
  description: '',
};

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
      <SelectField
        label="Activity"
        value={action.activityId ?? ''}
        disabled={readOnly}
        choices={[
          { value: '', label: 'None' },
          ...activities.map(({ id, name }) => ({ value: String(id), label: name })),
        ]}
        onChange={(event) =>
          onChange({ activityId: event.target.value === '' ? null : Number(event.target.value) })
        }
      />
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
        <CheckList
          label="Additional failure modes"
          choices={failureModes.map(({ id, name }) => ({ value: String(id), label: name }))}
          value={action.failureModeIds.map(String)}
          disabled={readOnly}
          onChange={(ids) => onChange({ failureModeIds: ids.map(Number) })}
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
