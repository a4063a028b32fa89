import Box from '@mui/material/Box';
import type { ReactNode } from 'react';
import { Controller, type UseFormRegisterReturn, type UseFormReturn } from 'react-hook-form';
import { useFailureCauses, useFailureMechanisms } from '../../shared/work/failure-codes.ts';
import { kindLabels } from '../../shared/work/work-columns.tsx';
import { checked } from '../../ui/form/checked.ts';
import { toChoices } from '../../ui/form/choices.ts';
import { DateTimeInput } from '../../ui/form/date-input.tsx';
import { DurationInput } from '../../ui/form/duration-input.tsx';
import { Field } from '../../ui/form/field.tsx';
import { NumberField } from '../../ui/form/number-field.tsx';
import { registerText } from '../../ui/form/register-text.ts';
import { SelectField } from '../../ui/form/select-field.tsx';
import { type WorkValues, workRules } from './work-values.ts';

/** A tag to record work under, with the name of its input. */
export interface WorkTag {
  tagId: number;
  name: string;
}

const kindChoices = toChoices(kindLabels);

/** The fields of work. */
export function WorkFormFields({
  form,
  tags,
  readOnly,
  isOwned,
}: {
  form: UseFormReturn<WorkValues>;
  /** The inputs to choose from, if there are several. */
  tags: readonly WorkTag[];
  readOnly: boolean;
  /** Whether a field comes from another system and is read-only. */
  isOwned: (field: keyof WorkValues) => boolean;
}): ReactNode {
  const { register, control, getValues } = form;
  const text = registerText(form, workRules);
  const isFixed = (field: keyof WorkValues): boolean => readOnly || isOwned(field);
  const mechanisms = useFailureMechanisms();
  const causes = useFailureCauses();
  const time = (name: 'planned' | 'start' | 'completed', label: string) => (
    <Controller
      control={control}
      name={name}
      render={({ field, fieldState }) => (
        <DateTimeInput label={label} readOnly={isFixed(name)} error={fieldState.error?.message} {...field} />
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
      <Field label="Name" required readOnly={isFixed('name')} {...text('name')} />
      <Box sx={columns}>
        <Choice
          label="Kind"
          isFixed={isFixed('kind')}
          value={getValues('kind')}
          choices={kindChoices}
          field={register('kind')}
        />
        <Field label="Order number" readOnly={isFixed('number')} {...text('number')} />
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
              readOnly={isFixed('duration')}
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
              readOnly={isFixed('cost')}
              error={fieldState.error?.message}
              {...field}
            />
          )}
        />
        <Field label="Resource" readOnly={isFixed('resource')} {...text('resource')} />
      </Box>
      <Box sx={columns}>
        <Choice
          label="Failure mechanism"
          isFixed={isFixed('failureMechanism')}
          value={getValues('failureMechanism')}
          choices={mechanisms.choices(getValues('failureMechanism'), 'Not known')}
          field={register('failureMechanism')}
        />
        <Choice
          label="Failure cause"
          isFixed={isFixed('failureCause')}
          value={getValues('failureCause')}
          choices={causes.choices(getValues('failureCause'), 'Not known')}
          field={register('failureCause')}
        />
      </Box>
      <Field
        label="Description"
        multiline
        minRows={2}
        readOnly={isFixed('description')}
        {...text('description')}
      />
    </>
  );
}

const columns = { display: 'grid', gridTemplateColumns: 'repeat(auto-fit, minmax(200px, 1fr))', gap: 4 };

/** A select field; a text field if read-only, since the form would lose the value of a disabled select. */
const Choice = ({
  label,
  isFixed,
  value,
  choices,
  field,
}: {
  label: string;
  isFixed: boolean;
  value: string;
  choices: readonly { value: string; label: string }[];
  field: UseFormRegisterReturn;
}): ReactNode =>
  isFixed ? (
    <Field label={label} readOnly value={choices.find((choice) => choice.value === value)?.label ?? ''} />
  ) : (
    <SelectField label={label} choices={choices} {...field} />
  );
