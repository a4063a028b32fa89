import { newTagAlias, type TagAlias } from '@twinward/contracts/twins/tag-alias';
import { schemaRules } from '@twinward/domain/rules/schema-rules';
import type { ReactNode } from 'react';
import { Controller, type UseFormReturn } from 'react-hook-form';
import { asTyped, type FieldTexts } from '../../ui/dialogs/merge.ts';
import { DurationInput } from '../../ui/form/duration-input.tsx';
import { Field } from '../../ui/form/field.tsx';
import { registerText } from '../../ui/form/register-text.ts';
import { SelectField } from '../../ui/form/select-field.tsx';
import { formatDuration } from '../../ui/format/format.ts';
import type { ChosenTag } from '../pickers/tag-picker.tsx';
import { UnitField } from '../units/unit-field.tsx';
import { keywordsText, splitKeywords } from './keywords.ts';

/** The form values of an input. */
export interface InputValues {
  name: string;
  type: TagAlias['type'];
  /** Only for an input of a twin. */
  tag: ChosenTag | null;
  /** Only for an input of a model. */
  tagNamePattern: string;
  unit: string;
  description: string;
  keywords: string;
  /** ISO 8601 duration; null for none. */
  tolerance: string | null;
}
export const inputFields = ['name', 'unit', 'description', 'keywords'] as const;

const rules = { ...schemaRules(newTagAlias.shape, ['name', 'unit', 'description']), keywords: [] };

const toleranceUnits = ['seconds', 'minutes', 'hours', 'days'] as const;

const typeChoices = [
  { value: 'data_point', label: 'Data points' },
  { value: 'work', label: 'Work' },
];

/** Labels and formats of the fields in the conflict dialog. */
export const inputTexts: FieldTexts<InputValues> = {
  name: { label: 'Name', text: asTyped },
  type: { label: 'Type', text: asTyped },
  tag: { label: 'Tag', text: (tag) => tag?.name ?? '' },
  tagNamePattern: { label: 'Tag name pattern', text: asTyped },
  unit: { label: 'Unit', text: asTyped },
  description: { label: 'Description', text: asTyped },
  keywords: { label: 'Keywords', text: asTyped },
  tolerance: { label: 'Tolerance', text: (value) => (value === null ? '' : formatDuration(value)) },
};

type Saved = Pick<TagAlias, 'name' | 'type' | 'unit' | 'description' | 'keywords' | 'options'>;

/** The initial form values of an input, without a tag. @param input null for a new one */
export const inputValues = (input: Saved | null): InputValues => ({
  name: input?.name ?? '',
  type: input?.type ?? 'data_point',
  tag: null,
  tagNamePattern: '',
  unit: input?.unit ?? '',
  description: input?.description ?? '',
  keywords: keywordsText(input?.keywords ?? []),
  tolerance: input?.options.tolerance ?? null,
});

/** The request fields of an input from its form, without its tag. */
export const inputFacts = ({ name, description, keywords, unit, tolerance }: InputValues) => ({
  name,
  description,
  keywords: splitKeywords(keywords),
  unit: unit.trim() === '' ? null : unit,
  options: tolerance === null ? {} : { tolerance },
});

/** The fields of an input of a twin or model. `children` contain the field for its tag. */
export function InputFields({
  form,
  isNew,
  children,
}: {
  form: UseFormReturn<InputValues>;
  isNew: boolean;
  children: ReactNode;
}): ReactNode {
  const { register, control, watch } = form;
  const text = registerText(form, rules);
  return (
    <>
      <Field label="Name" hint="Name of the signal in logic" required {...text('name')} />
      {isNew ? <SelectField label="Type" choices={typeChoices} {...register('type')} /> : null}
      {children}
      {watch('type') === 'work' ? null : <UnitField {...text('unit')} />}
      <Field label="Description" multiline maxRows={4} {...text('description')} />
      <Field
        label="Keywords"
        hint="Separate with commas. Tags are suggested by keyword."
        {...text('keywords')}
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
    </>
  );
}
