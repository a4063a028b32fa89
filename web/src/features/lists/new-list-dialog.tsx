import { type ListKind, newValueList } from '@twinward/contracts/system/value-list';
import { fieldMessages } from '@twinward/domain/rules/rule';
import { schemaRules } from '@twinward/domain/rules/schema-rules';
import type { ReactNode } from 'react';
import { useNavigate } from 'react-router';
import { FormDialog } from '../../ui/dialogs/form-dialog.tsx';
import { toChoices } from '../../ui/form/choices.ts';
import { Field } from '../../ui/form/field.tsx';
import { SelectField } from '../../ui/form/select-field.tsx';
import { useDraft } from '../../ui/form/use-draft.ts';
import { useCreateList } from './api.ts';
import { kindNotes, listPath } from './list-words.ts';

const rules = schemaRules(newValueList.shape, ['name', 'description']);
const kinds = toChoices(kindNotes);
const types = [
  { value: 'C', label: 'Text' },
  { value: 'N', label: 'Number' },
];
const empty = { categories: [], items: [] };
const first = { name: '', description: '', kind: 'plain' as ListKind, dataType: 'C' as 'C' | 'N' };

/** Asks for the content of a list, creates it and opens it. */
export function NewListDialog({ onClose }: { onClose(): void }): ReactNode {
  const navigate = useNavigate();
  const creating = useCreateList();
  const form = useDraft(first, ({ name, description }) => fieldMessages({ name, description }, rules));
  const { draft } = form;
  const save = (): void =>
    creating.mutate(
      { ...draft, dataType: draft.kind === 'plain' ? draft.dataType : 'C', configuration: empty },
      {
        onSuccess: ({ name }) => {
          onClose();
          void navigate(listPath(name));
        },
      },
    );
  return (
    <FormDialog
      title="Add list"
      action="Add list"
      form={form}
      onSubmit={save}
      saving={creating}
      fallback="The list could not be added."
      onClose={onClose}
    >
      <Field
        label="Name"
        hint="Used by the API and in files. Cannot be changed later. A-Z, 0-9, _ and -"
        required
        {...form.text('name')}
      />
      <Field label="Description" {...form.text('description')} />
      <SelectField label="Kind" choices={kinds} {...form.text('kind')} />
      {draft.kind === 'plain' ? (
        <SelectField label="Values" choices={types} {...form.text('dataType')} />
      ) : null}
    </FormDialog>
  );
}
