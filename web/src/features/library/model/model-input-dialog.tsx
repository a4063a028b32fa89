import { useMutation } from '@tanstack/react-query';
import { type ModelInput, modelInput } from '@twinward/contracts/library/definition';
import type { TwinModel } from '@twinward/contracts/library/twin-model';
import { schemaRules } from '@twinward/domain/rules/schema-rules';
import type { ReactNode } from 'react';
import { useForm } from 'react-hook-form';
import { useFormMerge } from '../../../shared/form/use-form-merge.tsx';
import {
  InputFields,
  type InputValues,
  inputFacts,
  inputTexts,
  inputValues,
} from '../../../shared/tag/input-form.tsx';
import { FormDialog } from '../../../ui/dialogs/form-dialog.tsx';
import { Field } from '../../../ui/form/field.tsx';
import { registerText } from '../../../ui/form/register-text.ts';
import { partIn, withInputRenamed, withPart } from './definition.ts';
import type { Edited, ModelDraft } from './use-model-draft.ts';

type EditedInput = ModelInput & Edited;

interface SavedInput {
  values: InputValues;
  /** Null for a new input. */
  base: EditedInput | null;
}

const read = (model: TwinModel, id: number): EditedInput | undefined => {
  const found = partIn(model.definition, 'tagAliases', id);
  return found && { ...found, version: model.version };
};

const toValues = (input: ModelInput | null): InputValues => ({
  ...inputValues(input),
  tagNamePattern: input?.tagNamePattern ?? '',
});

const rules = schemaRules(modelInput.shape, ['tagNamePattern']);

/** Creates or edits an input of a model. */
export function ModelInputDialog({
  draft: { model, readOnly, save },
  input,
  onClose,
}: {
  draft: ModelDraft;
  /** Null for a new input. */
  input: ModelInput | null;
  onClose(): void;
}): ReactNode {
  const form = useForm<InputValues>({
    mode: 'onTouched',
    defaultValues: toValues(input),
    disabled: readOnly,
  });
  const { isDirty } = form.formState;
  const saving = useMutation({
    mutationFn: ({ values, base }: SavedInput) => {
      const blank = { id: 0, version: model.version } as EditedInput;
      return save(base ?? blank, read, ({ definition }, id) => ({
        definition: withPart(
          base === null ? definition : withInputRenamed(definition, base.name, values.name.trim()),
          'tagAliases',
          {
            id,
            type: values.type,
            ...inputFacts(values),
            tagNamePattern: values.tagNamePattern.trim() || null,
          },
        ),
      }));
    },
  });
  const submit = (over: EditedInput | null) => form.handleSubmit((values) => send(values, over));
  const { base, isConflict, dialog, send } = useFormMerge<EditedInput, InputValues, SavedInput>({
    what: 'The input',
    record: input && { ...input, version: model.version },
    form,
    toValues,
    texts: inputTexts,
    save: saving,
    toRequest: (values, over) => ({ values, base: over }),
    onSubmit: (over) => void submit(over)(),
    onSaved: onClose,
  });
  const text = registerText(form, rules);
  return (
    <FormDialog
      title={input === null ? 'New input' : `Input ${input.name}`}
      action="Save"
      onSubmit={() => void submit(base)()}
      submitOnEnter
      saving={{ isPending: saving.isPending, error: saving.error && !isConflict ? saving.error : null }}
      fallback="The input could not be saved."
      errorFirst
      dirty={isDirty && !saving.isSuccess}
      readOnly={readOnly}
      py={0}
      onClose={onClose}
    >
      <InputFields form={form} isNew={input === null}>
        <Field
          label="Tag name pattern"
          hint="Use {uniqueId} and {assetName} as placeholders, as in {uniqueId}.FLOW. Leave empty to find tags by keywords."
          spellCheck={false}
          {...text('tagNamePattern')}
        />
      </InputFields>

      {dialog}
    </FormDialog>
  );
}
