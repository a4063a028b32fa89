import Box from '@mui/material/Box';
import Typography from '@mui/material/Typography';
import { requiredText } from '@twinward/contracts/core/primitives';
import { date, dateTime, numeric, required } from '@twinward/domain/rules/field-rules';
import { schemaRule } from '@twinward/domain/rules/schema-rules';
import { type ReactNode, useState } from 'react';
import { Controller, FormProvider, useForm } from 'react-hook-form';
import { checked } from '../ui/form/checked.ts';
import { DateInput, DateTimeInput } from '../ui/form/date-input.tsx';
import { DurationInput } from '../ui/form/duration-input.tsx';
import { durationUnits } from '../ui/form/duration-value.ts';
import { Field } from '../ui/form/field.tsx';
import { FormFoot } from '../ui/form/form-foot.tsx';
import { NumberField } from '../ui/form/number-field.tsx';
import { noPassword, PasswordFields } from '../ui/form/password-fields.tsx';
import { Samples } from './samples.tsx';

interface Values {
  name: string;
  missionTime: string | null;
  cost: number | null;
  start: string | null;
  inspected: string | null;
}

const empty: Values = { name: '', missionTime: null, cost: null, start: null, inspected: null };

const nameRules = [schemaRule(requiredText(50))];

/** A form with every input and its validation, which shows its values when saved. */
export function FormParts(): ReactNode {
  const { register, control, handleSubmit, formState, reset } = useForm<Values>({
    mode: 'onTouched',
    defaultValues: empty,
  });
  const password = useForm({ mode: 'onTouched', defaultValues: noPassword });
  const [saved, setSaved] = useState<Values | null>(null);
  const save = handleSubmit((values) => {
    setSaved(values);
    reset(values);
  });
  return (
    <Box component="form" noValidate aria-label="A form" onSubmit={(event) => void save(event)}>
      <Samples title="A form">
        <Field
          label="Name"
          hint="At most 50 characters."
          error={formState.errors.name?.message}
          {...register('name', checked(nameRules))}
        />
        <Controller
          control={control}
          name="missionTime"
          rules={checked([required])}
          render={({ field, fieldState }) => (
            <DurationInput
              {...field}
              label="Mission time"
              units={durationUnits}
              defaultUnit="years"
              error={fieldState.error?.message}
            />
          )}
        />
        <Controller
          control={control}
          name="cost"
          rules={checked([required, numeric])}
          render={({ field, fieldState }) => (
            <NumberField {...field} label="Cost of failure" unit="USD" error={fieldState.error?.message} />
          )}
        />
        <Controller
          control={control}
          name="start"
          rules={checked([required, date])}
          render={({ field, fieldState }) => (
            <DateInput {...field} label="Start date" error={fieldState.error?.message} />
          )}
        />
        <Controller
          control={control}
          name="inspected"
          rules={checked([dateTime])}
          render={({ field, fieldState }) => (
            <DateTimeInput {...field} label="Inspected" hint="In Oslo." error={fieldState.error?.message} />
          )}
        />
        <FormProvider {...password}>
          <Box sx={{ display: 'grid', gap: 4 }}>
            <PasswordFields owner={() => ({ userName: 'ada', email: null })} needsCurrent />
          </Box>
        </FormProvider>
      </Samples>
      <FormFoot
        label="Save form"
        busy={false}
        dirty={formState.isDirty}
        saved={saved !== null}
        fallback="The form could not be saved."
      />
      <Typography
        component="output"
        aria-label="Saved values"
        variant="body2"
        sx={{ overflowWrap: 'anywhere' }}
      >
        {saved === null ? '' : JSON.stringify(saved)}
      </Typography>
    </Box>
  );
}
