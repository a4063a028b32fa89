import Button from '@mui/material/Button';
import Stack from '@mui/material/Stack';
import TextField from '@mui/material/TextField';
import type { InputUnitChange } from '@twinward/contracts/protections/input-unit';
import { newTagAlias, type TagAlias } from '@twinward/contracts/twins/tag-alias';
import { schemaRules } from '@twinward/domain/rules/schema-rules';
import { type ReactNode, useId, useState } from 'react';
import { Controller, useForm, useWatch } from 'react-hook-form';
import { showFieldErrors } from '../../../shared/form/field-errors.ts';
import { useFormMerge } from '../../../shared/form/use-form-merge.tsx';
import { type ChosenTag, TagPicker } from '../../../shared/pickers/tag-picker.tsx';
import { useAccess } from '../../../shared/session/session-context.tsx';
import { keywordsOf, keywordsText } from '../../../shared/tag/keywords.ts';
import { UnitField } from '../../../shared/units/unit-field.tsx';
import { AppDialog } from '../../../ui/dialogs/app-dialog.tsx';
import { asTyped, type FieldTexts } from '../../../ui/dialogs/merge.ts';
import { ErrorState } from '../../../ui/feedback/states.tsx';
import { checked } from '../../../ui/form/checked.ts';
import { DurationInput } from '../../../ui/form/duration-input.tsx';
import { Field } from '../../../ui/form/field.tsx';
import { SelectField } from '../../../ui/form/select-field.tsx';
import { formatDuration } from '../../../ui/format/format.ts';
import { usePreviewInputUnit } from '../api/unit-change.ts';
import { useSaveAlias } from '../api/write-alias.ts';
import { type LimitsChoice, UnitChangeDialog } from './unit-change-dialog.tsx';

interface Values {
  name: string;
  type: TagAlias['type'];
  tag: ChosenTag | null;
  unit: string;
  description: string;
  keywords: string;
  /** ISO 8601; null for none. */
  tolerance: string | null;
}
const fields = ['name', 'unit', 'description', 'keywords'] as const;

const rules = { ...schemaRules(newTagAlias.shape, ['name', 'unit', 'description']), keywords: [] };

const toleranceUnits = ['seconds', 'minutes', 'hours', 'days'] as const;

/** Creates an input of a twin, or edits one. */
export function AliasDialog({
  twinId,
  alias,
  onClose,
}: {
  twinId: number;
  /** Null for a new one. */
  alias: TagAlias | null;
  onClose(): void;
}): ReactNode {
  const formId = useId();
  const save = useSaveAlias();
  const form = useForm<Values>({ mode: 'onTouched', defaultValues: valuesOf(alias) });
  const { register, control, formState, setError } = form;
  const { errors, isDirty } = formState;
  const type = useWatch({ control, name: 'type' });
  const field = (name: (typeof fields)[number]) => {
    const { ref, ...props } = register(name, checked<string>(rules[name]));
    return { error: errors[name]?.message, inputRef: ref, ...props };
  };
  const { inputRef: unitRef, ...unit } = field('unit');
  const [asked, setAsked] = useState<UnitChange | null>(null);
  const preview = usePreviewInputUnit();
  const mayWriteProtections = useAccess('write:protection');
  const submit = (over: TagAlias | null, limits?: LimitsChoice) =>
    form.handleSubmit((values) => {
      const { name, description, tolerance } = values;
      const facts = {
        name,
        description,
        mappedTagId: values.tag?.id ?? null,
        keywords: keywordsOf(values.keywords),
        unit: values.unit.trim() === '' ? null : values.unit,
        options: tolerance === null ? {} : { tolerance },
      };
      const isUnitChanged = over !== null && facts.unit !== over.unit;
      if (isUnitChanged && limits === undefined && facts.mappedTagId === over.mappedTagId) {
        preview.mutate(
          { id: over.id, unit: facts.unit },
          {
            onSuccess: (change) => {
              const isRead = change.protections.length + change.calculatedTags.length > 0;
              if (isRead) setAsked({ over, unit: facts.unit, change });
              else void submit(over, 'keep')();
            },
            onError: (error) => void showFieldErrors(error, fields, setError),
          },
        );
        return;
      }
      const request =
        over === null
          ? { id: null, alias: { ...facts, twinId, calculatedTagId: null, type: values.type } }
          : { id: over.id, alias: { ...facts, version: over.version, ...(limits ? { limits } : {}) } };
      save.mutate(request, {
        onSuccess: onClose,
        onError: (error) => void showFieldErrors(error, fields, setError),
      });
    });
  const { base, isConflict, dialog } = useFormMerge<TagAlias, Values>({
    what: 'The input',
    record: alias,
    form,
    valuesOf,
    texts,
    save,
    onSave: (over) => void submit(over)(),
    onSame: onClose,
  });
  const failure = save.error ?? preview.error;
  return (
    <AppDialog
      title={alias === null ? 'New input' : `Input ${alias.name}`}
      dirty={isDirty && !save.isSuccess}
      busy={save.isPending || preview.isPending}
      onClose={onClose}
      actions={
        <>
          <Button onClick={onClose}>Cancel</Button>
          <Button type="submit" form={formId} variant="contained">
            Save
          </Button>
        </>
      }
    >
      <Stack
        component="form"
        id={formId}
        noValidate
        spacing={3}
        onSubmit={(event) => void submit(base)(event)}
      >
        {failure && !isConflict ? (
          <ErrorState error={failure} fallback="The input could not be saved." />
        ) : null}
        <Field label="Name" hint="The name by which logic names the signal" required {...field('name')} />
        {alias === null ? <SelectField label="Type" choices={typeChoices} {...register('type')} /> : null}
        <Controller
          control={control}
          name="tag"
          render={({ field: { value, onChange } }) => (
            <TagPicker
              key={type}
              tag={value}
              twinId={twinId}
              types={type === 'work' ? ['work'] : ['data_point', 'calculated']}
              renderInput={(input) => <TextField {...input} label="Tag" />}
              onTag={onChange}
            />
          )}
        />
        {type === 'work' ? null : <UnitField ref={unitRef} {...unit} />}
        <Field label="Description" multiline maxRows={4} {...field('description')} />
        <Field
          label="Keywords"
          hint="Separate with commas. Tags are suggested by keyword."
          {...field('keywords')}
        />
        <Controller
          control={control}
          name="tolerance"
          render={({ field: each }) => (
            <DurationInput
              label="Tolerance"
              hint="How late a point may be beyond its expected interval"
              units={toleranceUnits}
              defaultUnit="minutes"
              {...each}
            />
          )}
        />
      </Stack>
      {dialog}
      {asked === null ? null : (
        <UnitChangeDialog
          name={asked.over.name}
          from={asked.over.unit}
          to={asked.unit}
          change={asked.change}
          mayConvert={mayWriteProtections || asked.change.protections.length === 0}
          busy={save.isPending}
          onChoose={(limits) => {
            setAsked(null);
            void submit(asked.over, limits)();
          }}
          onClose={() => setAsked(null)}
        />
      )}
    </AppDialog>
  );
}

/** A change of unit that is asked about. */
interface UnitChange {
  over: TagAlias;
  unit: string | null;
  change: InputUnitChange;
}

const typeChoices = [
  { value: 'data_point', label: 'Data points' },
  { value: 'work', label: 'Work' },
];

const texts: FieldTexts<Values> = {
  name: { label: 'Name', text: asTyped },
  type: { label: 'Type', text: asTyped },
  tag: { label: 'Tag', text: (tag) => tag?.name ?? '' },
  unit: { label: 'Unit', text: asTyped },
  description: { label: 'Description', text: asTyped },
  keywords: { label: 'Keywords', text: asTyped },
  tolerance: { label: 'Tolerance', text: (value) => (value === null ? '' : formatDuration(value)) },
};

const valuesOf = (alias: TagAlias | null): Values => ({
  name: alias?.name ?? '',
  type: alias?.type ?? 'data_point',
  tag:
    alias?.mappedTagId === null || alias === null
      ? null
      : { id: alias.mappedTagId, name: alias.mappedTagName ?? '' },
  unit: alias?.unit ?? '',
  description: alias?.description ?? '',
  keywords: keywordsText(alias?.keywords ?? []),
  tolerance: alias?.options.tolerance ?? null,
});
