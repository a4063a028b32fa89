import Stack from '@mui/material/Stack';
import type { ReactNode } from 'react';
import { Field } from '../../ui/form/field.tsx';
import { SelectField } from '../../ui/form/select-field.tsx';
import { ActivityFields } from '../work/activity-fields.tsx';
import { type LogicInput, type Problems, problemsUnder } from './draft.ts';
import { planFor, plannedAlias, type WatchedActivity, type WorkPlan } from './work-plan.ts';

/** Edits the existing or new activity that a protection watches, with its work alias and, for a twin, its tag. */
export function WorkForm({
  plan,
  activities,
  works,
  isNew,
  mayCreateTag,
  problems,
  readOnly,
  onChange,
}: {
  plan: WorkPlan | null;
  activities: readonly WatchedActivity[];
  /** The inputs of work. */
  works: readonly LogicInput[];
  /** Whether the protection is new. Only then can an activity, an alias and a tag be created. */
  isNew: boolean;
  /** Whether a tag can be created as well. */
  mayCreateTag: boolean;
  problems: Problems;
  readOnly: boolean;
  onChange(plan: WorkPlan | null): void;
}): ReactNode {
  const choose = (value: string): void => {
    const chosen = activities.find(({ id }) => String(id) === value) ?? null;
    onChange(value === '' ? null : planFor(chosen, works));
  };
  const isTagged = works.find(({ id }) => id === plan?.tagAliasId)?.mappedTagId != null;
  return (
    <Stack sx={{ gap: 4 }}>
      <SelectField
        label="Activity"
        choices={[
          { value: '', label: 'None' },
          ...activities.map(({ id, name }) => ({ value: String(id), label: name })),
          ...(isNew ? [{ value: 'new', label: 'New activity' }] : []),
        ]}
        value={plan === null ? '' : plan.activityId === null ? 'new' : String(plan.activityId)}
        disabled={readOnly}
        onChange={(event) => choose(event.target.value)}
      />
      {plan === null ? null : (
        <ActivityFields
          activity={plan}
          problems={Object.fromEntries(problemsUnder(problems, 'activity'))}
          readOnly={readOnly}
          nameLabel="Name of the activity"
          onChange={(change) => onChange({ ...plan, ...change })}
        >
          <SelectField
            label="Work is recorded under"
            choices={[
              ...works.map(({ id, name }) => ({ value: String(id), label: name })),
              ...(isNew ? [{ value: String(plannedAlias), label: 'New work input' }] : []),
            ]}
            value={String(plan.tagAliasId ?? '')}
            disabled={readOnly}
            onChange={(event) => onChange({ ...plan, tagAliasId: Number(event.target.value) })}
          />
          {plan.tagAliasId === plannedAlias ? (
            <Field
              label="Name of the input"
              hint="Used in logic in brackets, as in [Name]."
              value={plan.aliasName}
              readOnly={readOnly}
              error={problems.get('tagAlias.name')}
              onChange={(event) => onChange({ ...plan, aliasName: event.target.value })}
            />
          ) : null}
          {isNew && mayCreateTag && !isTagged ? (
            <Field
              label="Name of a new tag"
              hint="Work is recorded under this tag. Leave empty to map the input later."
              value={plan.tagName}
              readOnly={readOnly}
              error={problems.get('tag.name')}
              onChange={(event) => onChange({ ...plan, tagName: event.target.value })}
            />
          ) : null}
        </ActivityFields>
      )}
    </Stack>
  );
}
