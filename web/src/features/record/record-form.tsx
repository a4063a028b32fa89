import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import type { FieldDefinition } from '@twinward/contracts/records/field';
import type { CustomRecord } from '@twinward/contracts/records/record';
import type { RecordType } from '@twinward/contracts/records/record-type';
import { isShown, valueIn } from '@twinward/domain/records/conditions';
import { getKind } from '@twinward/domain/records/kinds';
import type { FieldCaptions } from '@twinward/domain/records/show';
import { type ReactNode, useState } from 'react';
import { type Control, useForm, useWatch } from 'react-hook-form';
import { ApiError } from '../../shared/api/api-error.ts';
import { currentRecord } from '../../shared/form/conflict-dialog.tsx';
import { useFormMerge } from '../../shared/form/use-form-merge.tsx';
import { FieldControl } from '../../shared/record/field-control.tsx';
import { FieldSections } from '../../shared/record/field-sections.tsx';
import { fieldText } from '../../shared/record/field-text.tsx';
import {
  fieldTexts,
  filled,
  findChanges,
  type RecordValues,
  toValues,
} from '../../shared/record/record-values.ts';
import { Field } from '../../ui/form/field.tsx';
import { FormFoot } from '../../ui/form/form-foot.tsx';
import { useUnsavedGuard } from '../../ui/form/use-unsaved-guard.tsx';
import { type SavedRecord, useSaveRecord } from './api.ts';

/** The form of a new or existing record, generated from the fields of its type. */
export function RecordForm({
  type,
  record,
  initial,
  onSaved,
  onCancel,
}: {
  type: RecordType;
  /** Null for a new record. */
  record: CustomRecord | null;
  initial: RecordValues;
  onSaved: (saved: CustomRecord) => void;
  onCancel: () => void;
}): ReactNode {
  const save = useSaveRecord(type.name, record?.id ?? null);
  const form = useForm<RecordValues>({ mode: 'onTouched', defaultValues: initial });
  const { control, formState, setError, reset } = form;
  const { errors, isDirty } = formState;
  const guard = useUnsavedGuard(isDirty);
  // Captions of references chosen since the form was opened.
  const [picked, setPicked] = useState<Record<string, Record<string, string>>>({});
  const theirs = currentRecord<CustomRecord>(save.error);
  const captions = mergedCaptions(record?.captions ?? {}, theirs?.captions ?? {}, picked);

  const done = (saved: CustomRecord): void => {
    guard.leaveFreely();
    reset(toValues(type, saved));
    onSaved(saved);
  };
  const submit = (over: CustomRecord | null) => form.handleSubmit((values) => send(values, over));
  const { base, isConflict, dialog, send } = useFormMerge<CustomRecord, RecordValues, SavedRecord>({
    what: 'The record',
    record,
    form,
    toValues: (one) => toValues(type, one),
    texts: fieldTexts(type, captions),
    save,
    toRequest: (values, over) => ({
      fields: findChanges(type, values, over),
      version: over?.version ?? null,
    }),
    onSubmit: (over) => void submit(over)(),
    onSaved: done,
    onFailed(error) {
      const problems = error instanceof ApiError ? (error.body.errors ?? []) : [];
      for (const { path, message } of problems) {
        if (path.startsWith('fields.')) setError(path.slice('fields.'.length), { message });
      }
    },
  });
  return (
    <form noValidate aria-label={type.caption} onSubmit={(event) => void submit(base)(event)}>
      <Box sx={{ maxWidth: 880, display: 'grid', rowGap: 5 }}>
        <Fields
          type={type}
          record={base}
          control={control}
          captions={captions}
          onChosen={(field, { id, caption }) =>
            setPicked({ ...picked, [field]: { ...picked[field], [id]: caption } })
          }
        />
        <Box>
          <FormFoot
            label={record === null ? `Add ${type.caption}` : `Save ${type.caption}`}
            busy={save.isPending}
            dirty={isDirty}
            error={isConflict || Object.keys(errors).length > 0 ? null : save.error}
            fallback="The record could not be saved."
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

function mergedCaptions(...all: readonly FieldCaptions[]): FieldCaptions {
  const merged: Record<string, Record<string, string>> = {};
  for (const captions of all) {
    for (const [field, own] of Object.entries(captions)) merged[field] = { ...merged[field], ...own };
  }
  return merged;
}

/** The visible fields of the form: those whose condition is met and, for an existing record, calculated fields. */
function Fields({
  type,
  record,
  control,
  captions,
  onChosen,
}: {
  type: RecordType;
  record: CustomRecord | null;
  control: Control<RecordValues>;
  captions: FieldCaptions;
  onChosen: (field: string, chosen: { id: number; caption: string }) => void;
}): ReactNode {
  const all = useWatch({ control }) as RecordValues;
  const values = filled(all);
  const fields = type.fields.filter(
    (field) =>
      isShown(field, values) &&
      field.kind !== 'attachment' &&
      (getKind(field.kind).isEntered || record !== null),
  );
  const isReadOnly = ({ readOnlyIn }: FieldDefinition): boolean =>
    record !== null && record.state !== null && readOnlyIn.includes(record.state);
  return (
    <FieldSections fields={fields}>
      {(field) =>
        getKind(field.kind).isEntered ? (
          <FieldControl
            field={field}
            control={control}
            name={field.name}
            valuesIn={(all) => all}
            values={all}
            captions={captions}
            readOnly={isReadOnly(field)}
            onChosen={(chosen) => {
              if (chosen !== null) onChosen(field.name, chosen);
            }}
          />
        ) : (
          <Field
            label={field.caption}
            hint={field.helpText || 'Calculated.'}
            readOnly
            value={record === null ? '' : fieldText(field, valueIn(record.fields, field.name), captions)}
          />
        )
      }
    </FieldSections>
  );
}
