import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import Stack from '@mui/material/Stack';
import { failureCauses, failureMechanisms } from '@twinward/contracts/assets/failure-code';
import type { Work } from '@twinward/contracts/assets/work';
import { workTimeProblems } from '@twinward/domain/rules/work';
import { type ReactNode, useState } from 'react';
import { Controller, useForm } from 'react-hook-form';
import { showFieldErrors } from '../../shared/form/field-errors.ts';
import { useFormMerge } from '../../shared/form/use-form-merge.tsx';
import { useAccess } from '../../shared/session/session-context.tsx';
import { kindLabels } from '../../shared/work/work-columns.tsx';
import { AppDialog } from '../../ui/dialogs/app-dialog.tsx';
import { ConfirmDialog } from '../../ui/dialogs/confirm-dialog.tsx';
import { failureMessage } from '../../ui/feedback/failure.ts';
import { ErrorState } from '../../ui/feedback/states.tsx';
import { checked } from '../../ui/form/checked.ts';
import { DateTimeInput } from '../../ui/form/date-input.tsx';
import { DurationInput } from '../../ui/form/duration-input.tsx';
import { Field } from '../../ui/form/field.tsx';
import { NumberField } from '../../ui/form/number-field.tsx';
import { SelectField } from '../../ui/form/select-field.tsx';
import { formatDateTime } from '../../ui/format/format.ts';
import { useTimeZone } from '../../ui/format/time-zone.ts';
import { useDeleteWork, useSaveWork } from './api/work.ts';
import { emptyWork, entryOf, valuesOf, type WorkValues, workRules, workTexts } from './work-values.ts';

/** A tag that work can be recorded under, by the name of its input. */
export interface WorkTag {
  tagId: number;
  name: string;
}

const kindChoices = Object.entries(kindLabels).map(([value, label]) => ({ value, label }));
const codeChoices = (codes: readonly { code: string; caption: string }[]) => [
  { value: '', label: 'Not known' },
  ...codes.map(({ code, caption }) => ({ value: code, label: `${code} ${caption}` })),
];
const mechanismChoices = codeChoices(failureMechanisms);
const causeChoices = codeChoices(failureCauses);

/** All that can be said of work, for some to be recorded or some that is there; to be read only by others. */
export function WorkDialog({
  work,
  tags,
  onClose,
}: {
  /** Null for work to be recorded. */
  work: Work | null;
  /** What work can be recorded under; at least one. */
  tags: readonly WorkTag[];
  onClose: () => void;
}): ReactNode {
  const mayWrite = useAccess('write:work');
  const timeZone = useTimeZone();
  const save = useSaveWork();
  const [isDeleting, setIsDeleting] = useState(false);
  const form = useForm<WorkValues>({
    mode: 'onTouched',
    defaultValues: work === null ? emptyWork(tags[0]!.tagId) : valuesOf(work),
  });
  const { register, control, formState, setError } = form;
  const { errors, isDirty } = formState;
  const [unplaced, setUnplaced] = useState(true);

  const submit = (over: Work | null) =>
    form.handleSubmit((values) => {
      const [problem] = workTimeProblems(
        { start: timeOf(values.start), completed: timeOf(values.completed) },
        Date.now(),
      );
      if (problem) return setError(problem.path, { message: problem.message }, { shouldFocus: true });
      save.mutate(
        { entry: entryOf(values), of: over },
        {
          onSuccess: onClose,
          onError: (error) => setUnplaced(!showFieldErrors(error, fields, setError)),
        },
      );
    });
  const { base, isConflict, dialog } = useFormMerge<Work, WorkValues>({
    what: 'The work',
    record: work,
    form,
    valuesOf,
    texts: workTexts((time) => formatDateTime(time, timeZone)),
    save,
    onSave: (over) => void submit(over)(),
    onSame: onClose,
  });
  const time = (name: 'planned' | 'start' | 'completed', label: string) => (
    <Controller
      control={control}
      name={name}
      render={({ field, fieldState }) => (
        <DateTimeInput label={label} readOnly={!mayWrite} error={fieldState.error?.message} {...field} />
      )}
    />
  );

  return (
    <AppDialog
      title={work === null ? 'Record work' : work.name}
      dirty={isDirty}
      busy={save.isPending}
      maxWidth="md"
      onClose={onClose}
      actions={
        mayWrite ? (
          <>
            {work === null ? null : (
              <Button onClick={() => setIsDeleting(true)} sx={{ mr: 'auto' }}>
                Delete
              </Button>
            )}
            <Button variant="contained" type="submit" form="work">
              Save
            </Button>
          </>
        ) : undefined
      }
    >
      <Stack
        component="form"
        id="work"
        noValidate
        onSubmit={(event) => void submit(base)(event)}
        spacing={4}
        sx={{ py: 4 }}
      >
        {save.error && unplaced && !isConflict ? (
          <ErrorState error={save.error} fallback="The work could not be saved." />
        ) : null}
        {work === null && tags.length > 1 ? (
          <SelectField
            label="Input"
            choices={tags.map((tag) => ({ value: String(tag.tagId), label: tag.name }))}
            {...register('tagId')}
          />
        ) : null}
        <Field
          label="Name"
          required
          readOnly={!mayWrite}
          error={errors.name?.message}
          {...register('name', checked(workRules.name))}
        />
        <Box sx={columns}>
          <SelectField label="Kind" disabled={!mayWrite} choices={kindChoices} {...register('kind')} />
          <Field
            label="Order number"
            readOnly={!mayWrite}
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
                readOnly={!mayWrite}
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
                readOnly={!mayWrite}
                error={fieldState.error?.message}
                {...field}
              />
            )}
          />
          <Field
            label="Resource"
            readOnly={!mayWrite}
            error={errors.resource?.message}
            {...register('resource', checked(workRules.resource))}
          />
        </Box>
        <Box sx={columns}>
          <SelectField
            label="Failure mechanism"
            disabled={!mayWrite}
            choices={mechanismChoices}
            {...register('failureMechanism')}
          />
          <SelectField
            label="Failure cause"
            disabled={!mayWrite}
            choices={causeChoices}
            {...register('failureCause')}
          />
        </Box>
        <Field
          label="Description"
          multiline
          minRows={2}
          readOnly={!mayWrite}
          error={errors.description?.message}
          {...register('description', checked(workRules.description))}
        />
      </Stack>
      {dialog}
      {work !== null && isDeleting ? (
        <DeleteWork work={work} onDone={onClose} onNo={() => setIsDeleting(false)} />
      ) : null}
    </AppDialog>
  );
}

const columns = { display: 'grid', gridTemplateColumns: 'repeat(auto-fit, minmax(200px, 1fr))', gap: 4 };
const fields = [
  'name',
  'number',
  'description',
  'kind',
  'planned',
  'start',
  'completed',
  'duration',
  'cost',
  'resource',
] as const;

const timeOf = (text: string | null): number | null => (text === null ? null : Date.parse(text));

function DeleteWork({ work, onDone, onNo }: { work: Work; onDone: () => void; onNo: () => void }): ReactNode {
  const remove = useDeleteWork(work.id);
  return (
    <ConfirmDialog
      title={`Delete ${work.name}?`}
      yes="Delete"
      busy={remove.isPending}
      onYes={() => remove.mutate(undefined, { onSuccess: onDone })}
      onNo={onNo}
    >
      What counts from its completion is evaluated anew.
      {remove.error ? (
        <p role="alert">{failureMessage(remove.error, 'The work could not be deleted.')}</p>
      ) : null}
    </ConfirmDialog>
  );
}
