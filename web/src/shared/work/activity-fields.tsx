import { type Activity, newActivity } from '@twinward/contracts/twins/activity';
import { fieldMessages } from '@twinward/domain/rules/rule';
import { schemaRules } from '@twinward/domain/rules/schema-rules';
import type { ReactNode } from 'react';
import { bindFields } from '../../ui/form/bound-fields.ts';
import { DurationInput } from '../../ui/form/duration-input.tsx';
import { Field } from '../../ui/form/field.tsx';
import { FieldGrid } from '../../ui/form/field-grid.tsx';
import { NumberField } from '../../ui/form/number-field.tsx';

/** The fields of an activity, without the input under which its work is recorded. */
export type ActivityEntry = Pick<Activity, 'name' | 'description' | 'duration' | 'cost' | 'resource'>;

export type ActivityProblems = Partial<Record<string, string>>;

const rules = schemaRules(newActivity.shape, ['name', 'description', 'cost', 'resource']);

/** Validation messages of an activity, by field. */
export const activityProblems = (entry: ActivityEntry): ActivityProblems => fieldMessages(entry, rules);

/** The fields of an activity. `children` contain the field for its work alias. */
export function ActivityFields({
  activity,
  problems,
  readOnly,
  nameLabel = 'Name',
  children,
  onChange,
}: {
  activity: ActivityEntry;
  problems: ActivityProblems;
  readOnly: boolean;
  /** Label of the name, if the form has another name field. */
  nameLabel?: string;
  children?: ReactNode;
  onChange(change: Partial<ActivityEntry>): void;
}): ReactNode {
  const bound = bindFields({ draft: activity, problems, readOnly, change: onChange });
  const of = (label: string): string => (nameLabel === 'Name' ? label : `${label} of the activity`);
  return (
    <>
      <Field label={nameLabel} {...bound.text('name')} />
      <Field label={of('Description')} multiline maxRows={4} {...bound.text('description')} />
      {children}
      <FieldGrid>
        <DurationInput
          label="Duration"
          units={['minutes', 'hours', 'days', 'weeks']}
          defaultUnit="hours"
          {...bound.input('duration')}
        />
        <NumberField label="Cost" unit="$" {...bound.input('cost')} />
      </FieldGrid>
      <Field
        label="Resource"
        hint="Person, team or equipment that does the work"
        {...bound.text('resource')}
      />
    </>
  );
}
