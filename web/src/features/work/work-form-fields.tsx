import Box from '@mui/material/Box';
import type { ReactNode } from 'react';
import { Controller, type UseFormReturn } from 'react-hook-form';
import { useFailureCauses, useFailureMechanisms } from '../../shared/work/failure-codes.ts';
import { kindLabels } from '../../shared/work/work-columns.tsx';
import { checked } from '../../ui/form/checked.ts';
import { DateTimeInput } from '../../ui/form/date-input.tsx';
import { DurationInput } from '../../ui/form/duration-input.tsx';
import { Field } from '../../ui/form/field.tsx';
import { NumberField } from '../../ui/form/number-field.tsx';
import { SelectField } from '../../ui/form/select-field.tsx';
import { type WorkValues, workRules } from './work-values.ts';

/** A tag to record work under, with the name of its input. */
export interface WorkTag {
  tagId: number;
  name: string;
}

const kindChoices = Object.entries(kindLabels).map(([value, label]) => ({ value, label }));

/** The fields of work. */
export function WorkFormFields({
  form: { register, control, formState, getValues },
  tags,
  readOnly,
}: {
  form: UseFormReturn<WorkValues>;
  /** The inputs to choose from, if there are several. */
  tags: readonly WorkTag[];
  readOnly: boolean;
}): ReactNode {
  const { errors } = formState;
  const mechanisms = useFailureMechanisms();
  const causes = useFailureCauses();
  const time = (name: 'planned' | 'start' | 'completed', label: string) => (
    <Controller
      control={control}
      name={name}
      render={({ field, fieldState }) => (
        <DateTimeInput label={label} readOnly={readOnly} error={fieldState.error?.message} {...field} />
      )}
    />
  );

  return (
    <>
      {tags.length > 1 ? (
        <SelectField
          label="Input"
          choices={tags.map((tag) => ({ value: String(tag.tagId), label: tag.name }))}
          {...register('tagId')}
        />
      ) : null}
      <Field
        label="Name"
        required
        readOnly={readOnly}
        error={errors.name?.message}
        {...register('name', checked(workRules.name))}
      />
      <Box sx={columns}>
        <SelectField label="Kind" disabled={readOnly} choices={kindChoices} {...register('kind')} />
        <Field
          label="Order number"
          readOnly={readOnly}
          error={errors.number?.message}
          {...register('number', checked(workRules.number))}
        />
      </Box>
      <Box sx={columns}>
        {time('planned', 'Planned')}
        {time('start', 'Start')}
        {time('completed', 'Completed')}
      </Box>
      <Box sx={columns}>
        <Controller
          control={control}
          name="duration"
          render={({ field, fieldState }) => (
            <DurationInput
              label="Duration"
              readOnly={readOnly}
              defaultUnit="hours"
              units={['minutes', 'hours', 'days', 'weeks']}
              error={fieldState.error?.message}
              {...field}
            />
          )}
        />
        <Controller
          control={control}
          name="cost"
          rules={checked(workRules.cost)}
          render={({ field, fieldState }) => (
            <NumberField
              label="Cost"
              unit="$"
              readOnly={readOnly}
              error={fieldState.error?.message}
              {...field}
            />
          )}
        />
        <Field
          label="Resource"
          readOnly={readOnly}
          error={errors.resource?.message}
          {...register('resource', checked(workRules.resource))}
        />
      </Box>
      <Box sx={columns}>
        <SelectField
          label="Failure mechanism"
          disabled={readOnly}
          choices={mechanisms.choices(getValues('failureMechanism'), 'Not known')}
          {...register('failureMechanism')}
        />
        <SelectField
          label="Failure cause"
          disabled={readOnly}
          choices={causes.choices(getValues('failureCause'), 'Not known')}
          {...register('failureCause')}
        />
      </Box>
      <Field
        label="Description"
        multiline
        minRows={2}
        readOnly={readOnly}
        error={errors.description?.message}
        {...register('description', checked(workRules.description))}
      />
    </>
  );
}

const columns = { display: 'grid', gridTemplateColumns: 'repeat(auto-fit, minmax(200px, 1fr))', gap: 4 };
