import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import type { AssetDetail } from '@twinward/contracts/assets/asset';
import type { TaxonomyEntry } from '@twinward/contracts/assets/taxonomy';
import { dateTime } from '@twinward/domain/rules/field-rules';
import type { ReactNode } from 'react';
import { Controller, useForm, useWatch } from 'react-hook-form';
import { ApiError } from '../../shared/api/api-error.ts';
import { criticalityChoices, kindChoices } from '../../shared/asset/asset-filters.ts';
import { ConnectionField } from '../../shared/connection/connection-field.tsx';
import { isOwned, SourceNote } from '../../shared/connection/source-note.tsx';
import { showFieldErrors } from '../../shared/form/field-errors.ts';
import { useFormMerge } from '../../shared/form/use-form-merge.tsx';
import { FurtherControl } from '../../shared/record/further-control.tsx';
import {
  type FurtherForm,
  furtherChanges,
  isOfFields,
  useFurtherForm,
} from '../../shared/record/use-further-form.ts';
import { asTyped, type FieldTexts } from '../../ui/dialogs/merge.ts';
import { checked } from '../../ui/form/checked.ts';
import { DateTimeInput } from '../../ui/form/date-input.tsx';
import { Field } from '../../ui/form/field.tsx';
import { FieldGrid } from '../../ui/form/field-grid.tsx';
import { FormFoot } from '../../ui/form/form-foot.tsx';
import { registerText } from '../../ui/form/register-text.ts';
import { SelectField } from '../../ui/form/select-field.tsx';
import { TaxonomyFields } from '../../ui/form/taxonomy-fields.tsx';
import { useUnsavedGuard } from '../../ui/form/use-unsaved-guard.tsx';
import { type SavedAsset, useSaveAsset } from './api/assets.ts';
import { type AssetValues, assetRules, toAsset, toValues } from './asset-values.ts';
import { ParentField } from './parent-field.tsx';

const texts = [
  'assetName',
  'uniqueId',
  'technicalNumber',
  'maintenancePlant',
  'planningPlant',
  'departmentId',
  'positionId',
  'description',
] as const;
type TextName = (typeof texts)[number];

/** The form of a new or existing asset. */
export function AssetForm({
  asset,
  initial,
  taxonomy,
  onSaved,
  onCancel,
}: {
  /** Null for a new asset. */
  asset: AssetDetail | null;
  initial: AssetValues;
  taxonomy: readonly TaxonomyEntry[];
  onSaved: (saved: AssetDetail) => void;
  onCancel: () => void;
}): ReactNode {
  const save = useSaveAsset(asset?.id ?? null);
  const further = useFurtherForm('asset', asset);
  const form = useForm<AssetValues>({ mode: 'onTouched', defaultValues: initial });
  const { register, control, formState, setError, setValue, reset } = form;
  const { errors, isDirty } = formState;
  const guard = useUnsavedGuard(isDirty);
  const [categoryId, classId, typeId] = useWatch({ control, name: ['categoryId', 'classId', 'typeId'] });

  const done = (saved: AssetDetail): void => {
    guard.leaveFreely();
    reset(toValues(saved));
    onSaved(saved);
  };
  const submit = (over: AssetDetail | null) => form.handleSubmit((values) => send(values, over));
  const { base, isConflict, dialog, send } = useFormMerge<AssetDetail, AssetValues, SavedAsset>({
    what: 'The asset',
    record: asset,
    form,
    toValues,
    texts: fieldTexts(taxonomy, further),
    save,
    toRequest: (values, over) => ({
      ...toAsset(values),
      ...furtherChanges(values.fields, over),
      version: over?.version ?? null,
    }),
    onSubmit: (over) => void submit(over)(),
    onSaved: done,
    onFailed: (error) => showFieldErrors<AssetValues>(error, [...texts, 'criticality'], setError),
  });
  const isPlaced = fieldError(save.error, 'parentId') !== undefined || isOfFields(save.error, further);
  const owned = (field: string): boolean => isOwned(asset?.source, field);
  const registered = registerText<AssetValues, TextName>(form, assetRules);
  const text = (name: TextName) => ({ readOnly: owned(name), ...registered(name) });

  return (
    <form noValidate aria-label="Asset" onSubmit={(event) => void submit(base)(event)}>
      <Box sx={{ maxWidth: 880, display: 'grid', rowGap: 4 }}>
        <SourceNote source={asset?.source} />
        <FieldGrid gap={4} columnGap={6}>
          <Field label="Name" required {...text('assetName')} />
          <Field label="Unique id" spellCheck={false} {...text('uniqueId')} />
          {owned('isEquipment') ? (
            <Field label="Kind" readOnly value={labelIn(kindChoices, initial.kind)} />
          ) : (
            <SelectField label="Kind" choices={kindChoices} {...register('kind')} />
          )}
          <Controller
            control={control}
            name="parent"
            render={({ field }) => (
              <ParentField
                value={field.value}
                self={asset?.id ?? null}
                error={fieldError(save.error, 'parentId')}
                disabled={owned('parentId')}
                onChange={field.onChange}
              />
            )}
          />
          <TaxonomyFields
            entries={taxonomy}
            value={{ categoryId, classId, typeId }}
            disabled={owned('categoryId')}
            onChange={(choice) => {
              for (const name of ['categoryId', 'classId', 'typeId'] as const)
                setValue(name, choice[name], { shouldDirty: true });
            }}
          />
          {owned('criticality') ? (
            <Field label="Criticality" readOnly value={labelIn(criticalityChoices, initial.criticality)} />
          ) : (
            <SelectField
              label="Criticality"
              choices={[{ value: '', label: 'None' }, ...criticalityChoices]}
              {...register('criticality')}
            />
          )}
          <Field label="Technical number" {...text('technicalNumber')} />
          <Field label="Position" {...text('positionId')} />
          <Field label="Maintenance plant" {...text('maintenancePlant')} />
          <Field label="Planning plant" {...text('planningPlant')} />
          <Field label="Department" {...text('departmentId')} />
          <Controller
            control={control}
            name="outOfServiceAt"
            rules={checked([dateTime])}
            render={({ field, fieldState }) => (
              <DateTimeInput
                {...field}
                label="Out of service since"
                readOnly={owned('outOfServiceAt')}
                hint="Leave empty while in service. Evaluation stops and lives end on this date. It can be in the future."
                error={fieldState.error?.message}
              />
            )}
          />
          <Controller
            control={control}
            name="connectionId"
            render={({ field }) => (
              <ConnectionField
                value={field.value}
                none="System default"
                hint="Receives work requested by advisories of the asset."
                onChange={field.onChange}
              />
            )}
          />
        </FieldGrid>
        <Field label="Description" multiline minRows={2} {...text('description')} />
        <FurtherControl
          form={further}
          control={control}
          failure={save.error}
          isOwned={(name) => owned(`custom:${name}`)}
        />
        <Box>
          <FormFoot
            label={asset === null ? 'Add asset' : 'Save asset'}
            busy={save.isPending}
            dirty={isDirty}
            error={isConflict || isPlaced || hasErrors(errors) ? null : save.error}
            fallback="The asset could not be saved."
          >
            <Button onClick={onCancel}>Cancel</Button>
          </FormFoot>
        </Box>
      </Box>
      {guard.dialog}
      {dialog}
    </form>
  );
}

const labelIn = (choices: readonly { value: string; label: string }[], value: string): string =>
  choices.find((choice) => choice.value === value)?.label ?? '';

const hasErrors = (errors: object): boolean => Object.keys(errors).length > 0;

const fieldError = (error: Error | null, path: string): string | undefined =>
  error instanceof ApiError ? error.body.errors?.find((one) => one.path === path)?.message : undefined;

/** Labels and formats of the fields in the conflict dialog. */
function fieldTexts(taxonomy: readonly TaxonomyEntry[], further: FurtherForm): FieldTexts<AssetValues> {
  const term = (id: string): string => {
    const entry = taxonomy.find((one) => String(one.id) === id);
    return (entry?.type ?? entry?.class ?? entry?.category)?.caption ?? '';
  };
  return {
    assetName: { label: 'Name', text: asTyped },
    uniqueId: { label: 'Unique id', text: asTyped },
    kind: {
      label: 'Kind',
      text: (kind) => kindChoices.find(({ value }) => value === kind)?.label ?? '',
    },
    parent: { label: 'Parent location', text: (parent) => parent?.assetName ?? '' },
    categoryId: { label: 'Category', text: term },
    classId: { label: 'Class', text: term },
    typeId: { label: 'Type', text: term },
    criticality: { label: 'Criticality', text: asTyped },
    technicalNumber: { label: 'Technical number', text: asTyped },
    positionId: { label: 'Position', text: asTyped },
    connectionId: { label: 'Connection', text: (connectionId) => String(connectionId ?? '') },
    maintenancePlant: { label: 'Maintenance plant', text: asTyped },
    planningPlant: { label: 'Planning plant', text: asTyped },
    departmentId: { label: 'Department', text: asTyped },
    outOfServiceAt: { label: 'Out of service since', text: (time) => time ?? '' },
    description: { label: 'Description', text: asTyped },
    fields: further.text,
  };
}
