import Box from '@mui/material/Box';
import { type Activity, newActivity } from '@twinward/contracts/twins/activity';
import { fieldMessages } from '@twinward/domain/rules/rule';
import { schemaRules } from '@twinward/domain/rules/schema-rules';
import type { ReactNode } from 'react';
import { DurationInput } from '../../ui/form/duration-input.tsx';
import { Field } from '../../ui/form/field.tsx';
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
  const of = (label: string): string => (nameLabel === 'Name' ? label : `${label} of the activity`);
  return (
    <>
      <Field
        label={nameLabel}
        value={activity.name}
        readOnly={readOnly}
        error={problems.name}
        onChange={(event) => onChange({ name: event.target.value })}
      />
      <Field
        label={of('Description')}
        multiline
        maxRows={4}
        value={activity.description}
        readOnly={readOnly}
        error={problems.description}
        onChange={(event) => onChange({ description: event.target.value })}
      />
      {children}
      <Box
        sx={{
          display: 'grid',
          gap: 3,
          gridTemplateColumns: { xs: 'minmax(0, 1fr)', sm: 'repeat(2, minmax(0, 1fr))' },
        }}
      >
        <DurationInput
          label="Duration"
          units={['minutes', 'hours', 'days', 'weeks']}
          defaultUnit="hours"
          value={activity.duration}
          readOnly={readOnly}
          onChange={(duration) => onChange({ duration })}
        />
        <NumberField
          label="Cost"
          unit="$"
          value={activity.cost}
          readOnly={readOnly}
          error={problems.cost}
          onChange={(cost) => onChange({ cost })}
        />
      </Box>
      <Field
        label="Resource"
        hint="Person, team or equipment that does the work"
        value={activity.resource}
        readOnly={readOnly}
        error={problems.resource}
        onChange={(event) => onChange({ resource: event.target.value })}
      />
    </>
  );
}
