import Typography from '@mui/material/Typography';
import { type NewStructure, newStructure, type Structure } from '@twinward/contracts/records/structure';
import { schemaRules } from '@twinward/domain/rules/schema-rules';
import type { ReactNode } from 'react';
import { Controller, useForm } from 'react-hook-form';
import { showFieldErrors } from '../../shared/form/field-errors.ts';
import { useFormMerge } from '../../shared/form/use-form-merge.tsx';
import { FormDialog } from '../../ui/dialogs/form-dialog.tsx';
import { asTyped, type FieldTexts } from '../../ui/dialogs/merge.ts';
import { checked } from '../../ui/form/checked.ts';
import { Field } from '../../ui/form/field.tsx';
import { registerText } from '../../ui/form/register-text.ts';
import { type SavedStructure, useSaveStructure } from './api.ts';
import { OrderedRelationships } from './ordered-relationships.tsx';

const texts = ['caption', 'name', 'description'] as const;
const rules = schemaRules(newStructure.shape, [...texts, 'relationships']);

const toValues = (structure: Structure | null): NewStructure => ({
  name: structure?.name ?? '',
  caption: structure?.caption ?? '',
  description: structure?.description ?? '',
  relationships: structure?.relationships.map(({ name }) => name) ?? [],
});

/** Creates or edits a structure. The standard structure is read-only. */
export function StructureDialog({
  structure,
  onClose,
}: {
  /** Null for a new structure. */
  structure: Structure | null;
  onClose: () => void;
}): ReactNode {
  const save = useSaveStructure(structure);
  const form = useForm<NewStructure>({ mode: 'onTouched', defaultValues: toValues(structure) });
  const { control, setError } = form;
  const { isDirty } = form.formState;
  const isLocked = structure?.standard === true;
  const submit = (over: Structure | null) => form.handleSubmit((values) => send(values, over));
  const { base, isConflict, dialog, send } = useFormMerge<Structure, NewStructure, SavedStructure>({
    what: 'The structure',
    record: structure,
    form,
    toValues,
    texts: fieldTexts,
    save,
    toRequest: (values, over) => ({ ...values, version: over?.version ?? null }),
    onSubmit: (over) => void submit(over)(),
    onSaved: onClose,
    onFailed: (error) => void showFieldErrors(error, texts, setError),
  });
  const text = registerText(form, rules);
  return (
    <FormDialog
      title={structure === null ? 'Add structure' : `Structure ${structure.caption}`}
      action="Save structure"
      onSubmit={() => void submit(base)()}
      submitOnEnter
      saving={{ isPending: save.isPending, error: save.error && !isConflict ? save.error : null }}
      fallback="The structure could not be saved."
      errorFirst
      dirty={isDirty && !save.isSuccess}
      readOnly={isLocked}
      py={0}
      onClose={onClose}
    >
      {isLocked ? (
        <Typography variant="body2">
          The standard structure follows the locations of assets and can’t be changed.
        </Typography>
      ) : null}
      <Field label="Caption" required disabled={isLocked} {...text('caption')} />
      <Field
        label="Name"
        required
        spellCheck={false}
        disabled={structure !== null}
        hint={
          structure === null
            ? 'Letters, digits, underscore and hyphen. You cannot change it later.'
            : undefined
        }
        {...text('name')}
      />
      <Field label="Description" multiline minRows={2} disabled={isLocked} {...text('description')} />
      <Controller
        control={control}
        name="relationships"
        rules={checked(rules.relationships)}
        render={({ field: ordered, fieldState }) => (
          <OrderedRelationships
            value={ordered.value}
            disabled={isLocked}
            error={fieldState.error?.message}
            onChange={ordered.onChange}
          />
        )}
      />

      {dialog}
    </FormDialog>
  );
}

/** Labels and formats of the fields in the conflict dialog. */
const fieldTexts: FieldTexts<NewStructure> = {
  name: { label: 'Name', text: asTyped },
  caption: { label: 'Caption', text: asTyped },
  description: { label: 'Description', text: asTyped },
  relationships: { label: 'Relationships', text: (names) => names.join(', ') },
};
