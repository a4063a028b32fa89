import Box from '@mui/material/Box';
import type { RecordTypeSummary } from '@twinward/contracts/records/record-type';
import {
  type NewRelationship,
  newRelationship,
  type Relationship,
} from '@twinward/contracts/records/relationship';
import { schemaRules } from '@twinward/domain/rules/schema-rules';
import type { ReactNode } from 'react';
import { useForm, useWatch } from 'react-hook-form';
import { typeCaption } from '../../shared/api/queries/use-record-types.ts';
import { showFieldErrors } from '../../shared/form/field-errors.ts';
import { useFormMerge } from '../../shared/form/use-form-merge.tsx';
import { asTyped, type FieldTexts } from '../../ui/dialogs/merge.ts';
import { toChoices } from '../../ui/form/choices.ts';
import { Field } from '../../ui/form/field.tsx';
import { FieldGrid } from '../../ui/form/field-grid.tsx';
import { FormFoot } from '../../ui/form/form-foot.tsx';
import { registerText } from '../../ui/form/register-text.ts';
import { SelectField } from '../../ui/form/select-field.tsx';
import { useUnsavedGuard } from '../../ui/form/use-unsaved-guard.tsx';
import { Muted } from '../../ui/page/muted.tsx';
import { type SavedRelationship, useSaveRelationship } from './api.ts';
import { cardinalityLabels, deletionLabels } from './relationship-texts.ts';

const texts = ['name', 'caption', 'description', 'fromCaption', 'toCaption'] as const;
const rules = schemaRules(newRelationship.shape, texts);
const fields = [...texts, 'fromType', 'toType', 'cardinality', 'fromOnDelete', 'toOnDelete'] as const;

const initialValues: NewRelationship = {
  name: '',
  caption: '',
  description: '',
  fromType: 'asset',
  toType: 'asset',
  cardinality: 'one-many',
  fromCaption: '',
  toCaption: '',
  fromOnDelete: 'unlink',
  toOnDelete: 'unlink',
};

const toValues = (one: Relationship): NewRelationship => ({
  name: one.name,
  caption: one.caption,
  description: one.description,
  fromType: one.fromType,
  toType: one.toType,
  cardinality: one.cardinality,
  fromCaption: one.fromCaption,
  toCaption: one.toCaption,
  fromOnDelete: one.fromOnDelete,
  toOnDelete: one.toOnDelete,
});

/** The form of a new or existing relationship. Name and types of an existing one can't be changed. */
export function RelationshipForm({
  relationship,
  types,
  onSaved,
}: {
  relationship: Relationship | null;
  types: readonly RecordTypeSummary[];
  onSaved: (saved: Relationship) => void;
}): ReactNode {
  const save = useSaveRelationship(relationship?.name ?? null);
  const form = useForm<NewRelationship>({
    mode: 'onTouched',
    defaultValues: relationship === null ? initialValues : toValues(relationship),
  });
  const { register, control, formState, setError, reset } = form;
  const { errors, isDirty } = formState;
  const guard = useUnsavedGuard(isDirty);
  const done = (saved: Relationship): void => {
    guard.leaveFreely();
    reset(toValues(saved));
    onSaved(saved);
  };
  const submit = (over: Relationship | null) => form.handleSubmit((values) => send(values, over));
  const { base, isConflict, dialog, send } = useFormMerge<Relationship, NewRelationship, SavedRelationship>({
    what: 'The relationship',
    record: relationship,
    form,
    toValues,
    texts: fieldTexts,
    save,
    toRequest: (values, over) => ({ ...values, version: over?.version ?? null }),
    onSubmit: (over) => void submit(over)(),
    onSaved: done,
    onFailed: (error) => showFieldErrors(error, fields, setError),
  });
  const [fromType, toType, cardinality] = useWatch({ control, name: ['fromType', 'toType', 'cardinality'] });
  const [from, to] = [fromType, toType].map((type) => typeCaption(types, type)) as [string, string];
  const isNew = relationship === null;
  const typeChoices = types.map(({ name, caption }) => ({ value: name, label: caption }));
  const text = registerText(form, rules);
  return (
    <form noValidate aria-label="Relationship" onSubmit={(event) => void submit(base)(event)}>
      <Box sx={{ maxWidth: 880, display: 'grid', rowGap: 4 }}>
        <FieldGrid gap={4} columnGap={6}>
          <Field label="Caption" required {...text('caption')} />
          <Field
            label="Name"
            required
            spellCheck={false}
            disabled={!isNew}
            hint={isNew ? 'Letters, digits, underscore and hyphen. You cannot change it later.' : undefined}
            {...text('name')}
          />
          <SelectField label="From" choices={typeChoices} disabled={!isNew} {...register('fromType')} />
          <SelectField label="To" choices={typeChoices} disabled={!isNew} {...register('toType')} />
        </FieldGrid>
        <SelectField
          label="Cardinality"
          choices={toChoices(cardinalityLabels)}
          {...register('cardinality')}
        />
        <Muted sx={{ mt: -3 }}>{cardinalityHint(cardinality, from, to)}</Muted>
        <FieldGrid gap={4} columnGap={6}>
          <Field
            label="Caption on the from side"
            hint={`Heading of the linked ${to} records on each ${from} record.`}
            {...text('fromCaption')}
          />
          <Field
            label="Caption on the to side"
            hint={`Heading of the linked ${from} records on each ${to} record.`}
            {...text('toCaption')}
          />
          <SelectField
            label={`When a record of the from side (${from}) is deleted`}
            choices={toChoices(deletionLabels)}
            {...register('fromOnDelete')}
          />
          <SelectField
            label={`When a record of the to side (${to}) is deleted`}
            choices={toChoices(deletionLabels)}
            {...register('toOnDelete')}
          />
        </FieldGrid>
        <Field label="Description" multiline minRows={2} {...text('description')} />
        <Box>
          <FormFoot
            label={isNew ? 'Add relationship' : 'Save relationship'}
            busy={save.isPending}
            dirty={isDirty}
            saved={save.isSuccess}
            error={isConflict || Object.keys(errors).length > 0 ? null : save.error}
            fallback="The relationship could not be saved."
          />
        </Box>
      </Box>
      {guard.dialog}
      {dialog}
    </form>
  );
}

function cardinalityHint(cardinality: string, from: string, to: string): string {
  switch (cardinality) {
    case 'one-one':
      return `Each ${from} record is linked to at most one ${to} record, and vice versa.`;
    case 'one-many':
      return `Each ${to} record is linked to at most one ${from} record. Each ${from} record can have any number of links.`;
    default:
      return `Records of ${from} and ${to} can have any number of links.`;
  }
}

/** Labels and formats of the fields in the conflict dialog. */
const fieldTexts: FieldTexts<NewRelationship> = {
  name: { label: 'Name', text: asTyped },
  caption: { label: 'Caption', text: asTyped },
  description: { label: 'Description', text: asTyped },
  fromType: { label: 'From', text: asTyped },
  toType: { label: 'To', text: asTyped },
  cardinality: { label: 'Cardinality', text: (value) => cardinalityLabels[value] },
  fromCaption: { label: 'Caption on the from side', text: asTyped },
  toCaption: { label: 'Caption on the to side', text: asTyped },
  fromOnDelete: { label: 'Deleting the from side', text: (value) => deletionLabels[value] },
  toOnDelete: { label: 'Deleting the to side', text: (value) => deletionLabels[value] },
};
