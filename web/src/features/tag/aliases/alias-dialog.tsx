import TextField from '@mui/material/TextField';
import type { InputUnitChange } from '@twinward/contracts/protections/input-unit';
import type { TagAlias } from '@twinward/contracts/twins/tag-alias';
import { type ReactNode, useState } from 'react';
import { Controller, useForm, useWatch } from 'react-hook-form';
import { showFieldErrors } from '../../../shared/form/field-errors.ts';
import { useFormMerge } from '../../../shared/form/use-form-merge.tsx';
import { TagPicker } from '../../../shared/pickers/tag-picker.tsx';
import { useAccess } from '../../../shared/session/session-context.tsx';
import {
  InputFields,
  type InputValues,
  inputFacts,
  inputFields,
  inputTexts,
  inputValues,
} from '../../../shared/tag/input-form.tsx';
import { FormDialog } from '../../../ui/dialogs/form-dialog.tsx';
import { usePreviewInputUnit } from '../api/unit-change.ts';
import { type SavedAlias, useSaveAlias } from '../api/write-alias.ts';
import { type LimitsChoice, UnitChangeDialog } from './unit-change-dialog.tsx';

/** Creates or edits an input of a twin. */
export function AliasDialog({
  twinId,
  alias,
  onClose,
}: {
  twinId: number;
  /** Null for a new input. */
  alias: TagAlias | null;
  onClose(): void;
}): ReactNode {
  const save = useSaveAlias();
  const form = useForm<InputValues>({ mode: 'onTouched', defaultValues: toValues(alias) });
  const { control, formState, setError } = form;
  const { isDirty } = formState;
  const type = useWatch({ control, name: 'type' });
  const [asked, setAsked] = useState<UnitChange | null>(null);
  const preview = usePreviewInputUnit();
  const mayWriteProtections = useAccess('write:protection');
  const submit = (over: TagAlias | null, limits?: LimitsChoice) =>
    form.handleSubmit((values) => {
      const facts = toFacts(values);
      const isUnitChanged = over !== null && facts.unit !== over.unit;
      if (!isUnitChanged || limits !== undefined || facts.mappedTagId !== over.mappedTagId)
        return send(values, over, limits);
      preview.mutate(
        { id: over.id, unit: facts.unit },
        {
          onSuccess: (change) => {
            const isRead = change.protections.length + change.calculatedTags.length > 0;
            if (isRead) setAsked({ over, unit: facts.unit, change });
            else void submit(over, 'keep')();
          },
          onError: (error) => void showFieldErrors(error, inputFields, setError),
        },
      );
    });
  const { base, isConflict, dialog, send } = useFormMerge<TagAlias, InputValues, SavedAlias, LimitsChoice>({
    what: 'The input',
    record: alias,
    form,
    toValues,
    texts: inputTexts,
    save,
    toRequest: (values, over, limits) =>
      over === null
        ? { id: null, alias: { ...toFacts(values), twinId, calculatedTagId: null, type: values.type } }
        : {
            id: over.id,
            alias: { ...toFacts(values), version: over.version, ...(limits ? { limits } : {}) },
          },
    onSubmit: (over) => void submit(over)(),
    onSaved: onClose,
    onFailed: (error) => void showFieldErrors(error, inputFields, setError),
  });
  const failure = save.error ?? preview.error;
  return (
    <FormDialog
      title={alias === null ? 'New input' : `Input ${alias.name}`}
      action="Save"
      onSubmit={() => void submit(base)()}
      submitOnEnter
      saving={{
        isPending: save.isPending || preview.isPending,
        error: failure && !isConflict ? failure : null,
      }}
      fallback="The input could not be saved."
      errorFirst
      dirty={isDirty && !save.isSuccess}
      py={0}
      onClose={onClose}
    >
      <InputFields form={form} isNew={alias === null}>
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
      </InputFields>

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
    </FormDialog>
  );
}

/** A change of unit that waits for confirmation. */
interface UnitChange {
  over: TagAlias;
  unit: string | null;
  change: InputUnitChange;
}

const toFacts = (values: InputValues) => ({ ...inputFacts(values), mappedTagId: values.tag?.id ?? null });

const toValues = (alias: TagAlias | null): InputValues => ({
  ...inputValues(alias),
  tag:
    alias?.mappedTagId === null || alias === null
      ? null
      : { id: alias.mappedTagId, name: alias.mappedTagName ?? '' },
});
