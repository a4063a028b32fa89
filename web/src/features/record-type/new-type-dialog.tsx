import { newRecordType, type RecordType } from '@twinward/contracts/records/record-type';
import { fieldMessages } from '@twinward/domain/rules/rule';
import { schemaRules } from '@twinward/domain/rules/schema-rules';
import type { ReactNode } from 'react';
import { useNavigate } from 'react-router';
import { FormDialog } from '../../ui/dialogs/form-dialog.tsx';
import { Field } from '../../ui/form/field.tsx';
import { useDraft } from '../../ui/form/use-draft.ts';
import { useCreateType } from './api.ts';
import { toIdentifier } from './field-draft.ts';
import { typePath } from './type-words.ts';

const rules = schemaRules(newRecordType.shape, ['name', 'caption']);

/** The identifier is derived from the caption until the user types one. */
const first = { caption: '', typedName: null as string | null };
const toType = ({ caption, typedName }: typeof first) => ({
  caption,
  name: typedName ?? toIdentifier(caption),
});

/** Asks for caption and identifier of a type, creates it and opens it. */
export function NewTypeDialog({
  copied,
  onClose,
}: {
  /** The type whose fields and states are copied; null for none. */
  copied: Pick<RecordType, 'name' | 'caption'> | null;
  onClose(): void;
}): ReactNode {
  const navigate = useNavigate();
  const creating = useCreateType(copied?.name ?? null);
  const form = useDraft(first, (draft) => fieldMessages(toType(draft), rules));
  const save = (): void =>
    creating.mutate(toType(form.draft), {
      onSuccess: ({ name }) => {
        onClose();
        void navigate(typePath(name));
      },
    });
  const label = copied === null ? 'Add record type' : 'Copy record type';
  return (
    <FormDialog
      title={copied === null ? label : `Copy ${copied.caption}`}
      action={label}
      form={form}
      onSubmit={save}
      saving={creating}
      fallback="The record type could not be added."
      onClose={onClose}
    >
      <Field
        label="Caption"
        hint="Name of a single record, for example Inspection."
        required
        {...form.text('caption')}
      />
      <Field
        label="Identifier"
        hint="Used by the API and in files. Cannot be changed later. A-Z, 0-9, _ and -"
        required
        spellCheck={false}
        value={toType(form.draft).name}
        error={form.problems.name}
        onChange={({ target }) => form.change({ typedName: target.value })}
      />
    </FormDialog>
  );
}
