import { newTag, type Tag, type TagType } from '@twinward/contracts/signals/tag';
import { schemaRules } from '@twinward/domain/rules/schema-rules';
import { type ReactNode, useState } from 'react';
import { useForm } from 'react-hook-form';
import { FormDialog } from '../../ui/dialogs/form-dialog.tsx';
import { asTyped, type FieldTexts } from '../../ui/dialogs/merge.ts';
import { Field } from '../../ui/form/field.tsx';
import { registerText } from '../../ui/form/register-text.ts';
import { SelectField } from '../../ui/form/select-field.tsx';
import { showFieldErrors } from '../form/field-errors.ts';
import { useFormMerge } from '../form/use-form-merge.tsx';
import { FurtherControl } from '../record/further-control.tsx';
import type { RecordValues } from '../record/record-values.ts';
import { furtherChanges, isOfFields, useFurtherForm } from '../record/use-further-form.ts';
import { UnitField } from '../units/unit-field.tsx';
import { keywordsText, splitKeywords } from './keywords.ts';
import { type SavedTag, useSaveTagFacts } from './save-tag.ts';
import { needsAnswer, type TagUnitChange, usePreviewTagUnit } from './tag-unit.ts';
import { TagUnitDialog } from './tag-unit-dialog.tsx';

interface Values {
  name: string;
  caption: string;
  type: TagType;
  description: string;
  keywords: string;
  unit: string;
  source: string;
  /** Values of further fields, by name. */
  fields: RecordValues;
}
const fields = ['name', 'caption', 'type', 'description', 'keywords', 'unit', 'source'] as const;

const rules = {
  ...schemaRules(newTag.shape, ['name', 'caption', 'description', 'unit', 'source']),
  keywords: [],
};

/** Creates or edits a tag: name, caption, description, keywords, unit, source and type. */
export function TagDialog({
  tag,
  assetIds,
  onSaved,
  onClose,
}: {
  /** Null for a new tag. */
  tag: Tag | null;
  /** The assets of a new tag; those of an existing tag are kept. */
  assetIds: readonly number[];
  onSaved?: (tag: Tag) => void;
  onClose(): void;
}): ReactNode {
  const save = useSaveTagFacts();
  const further = useFurtherForm('tag', tag);
  const form = useForm<Values>({ mode: 'onTouched', defaultValues: toValues(tag) });
  const { register, setError } = form;
  const { isDirty } = form.formState;
  const text = registerText(form, rules);
  const done = (saved: Tag): void => {
    onSaved?.(saved);
    onClose();
  };
  const [asked, setAsked] = useState<AskedChange | null>(null);
  const preview = usePreviewTagUnit();
  const toFacts = (
    { type: _, keywords, unit: code, source, fields: values, ...own }: Values,
    over: Tag | null,
  ) => ({
    ...own,
    ...furtherChanges(values, over),
    keywords: splitKeywords(keywords),
    unit: code.trim() === '' ? null : code,
    source: source.trim() === '' ? null : source,
  });
  const submit = (over: Tag | null, inputUnits?: 'keep' | 'follow') =>
    form.handleSubmit((values) => {
      const { unit: code } = toFacts(values, over);
      if (over === null || code === over.unit || inputUnits !== undefined)
        return send(values, over, inputUnits);
      preview.mutate(
        { id: over.id, unit: code },
        {
          onSuccess: (change) => {
            if (needsAnswer(change)) setAsked({ over, unit: code, change });
            else void submit(over, 'keep')();
          },
        },
      );
    });
  const { base, isConflict, dialog, send } = useFormMerge<Tag, Values, SavedTag, 'keep' | 'follow'>({
    what: 'The tag',
    record: tag,
    form,
    toValues,
    texts: { ...texts, fields: further.text },
    save,
    toRequest: (values, over, inputUnits) =>
      over === null
        ? {
            id: null,
            tag: {
              ...toFacts(values, over),
              type: values.type,
              assetIds: [...assetIds],
              logic: '',
              aliases: [],
            },
          }
        : {
            id: over.id,
            tag: {
              ...toFacts(values, over),
              assetIds: over.assetIds,
              version: over.version,
              ...(inputUnits ? { inputUnits } : {}),
            },
          },
    onSubmit: (over) => void submit(over)(),
    onSaved: done,
    onFailed: (error) => void showFieldErrors(error, fields, setError),
  });
  const failure = save.error ?? preview.error;
  return (
    <FormDialog
      title={tag === null ? 'New tag' : `Tag ${tag.name}`}
      action="Save"
      onSubmit={() => void submit(base)()}
      submitOnEnter
      saving={{
        isPending: save.isPending || preview.isPending,
        error: failure && !isConflict && !isOfFields(failure, further) ? failure : null,
      }}
      fallback="The tag could not be saved."
      errorFirst
      dirty={isDirty && !save.isSuccess}
      py={0}
      onClose={onClose}
    >
      <Field label="Name" required {...text('name')} />
      <Field label="Caption" required {...text('caption')} />
      {tag === null ? <SelectField label="Type" choices={typeChoices} {...register('type')} /> : null}
      <UnitField {...text('unit')} />
      <Field label="Description" multiline maxRows={4} {...text('description')} />
      <Field label="Keywords" hint="Separate with commas" {...text('keywords')} />
      <Field label="Source" hint="Where its data comes from" {...text('source')} />
      <FurtherControl form={further} control={form.control} failure={save.error} />

      {dialog}
      {asked === null ? null : (
        <TagUnitDialog
          name={asked.over.name}
          from={asked.over.unit}
          to={asked.unit}
          change={asked.change}
          busy={save.isPending}
          onChoose={(inputUnits) => {
            setAsked(null);
            void submit(asked.over, inputUnits)();
          }}
          onClose={() => setAsked(null)}
        />
      )}
    </FormDialog>
  );
}

/** A change of unit that waits for confirmation. */
interface AskedChange {
  over: Tag;
  unit: string | null;
  change: TagUnitChange;
}

const typeChoices = [
  { value: 'data_point', label: 'Data points' },
  { value: 'work', label: 'Work' },
];

const texts: Omit<FieldTexts<Values>, 'fields'> = {
  name: { label: 'Name', text: asTyped },
  caption: { label: 'Caption', text: asTyped },
  type: { label: 'Type', text: asTyped },
  unit: { label: 'Unit', text: asTyped },
  description: { label: 'Description', text: asTyped },
  keywords: { label: 'Keywords', text: asTyped },
  source: { label: 'Source', text: asTyped },
};

const toValues = (tag: Tag | null): Values => ({
  name: tag?.name ?? '',
  caption: tag?.caption ?? '',
  type: tag?.type ?? 'data_point',
  description: tag?.description ?? '',
  keywords: keywordsText(tag?.keywords ?? []),
  unit: tag?.unit ?? '',
  source: tag?.source ?? '',
  fields: tag?.fields ?? {},
});
