import { newUnitCategory, type UnitCategory } from '@twinward/contracts/system/unit';
import { fieldMessages } from '@twinward/domain/rules/rule';
import { schemaRules } from '@twinward/domain/rules/schema-rules';
import type { ReactNode } from 'react';
import { FormDialog } from '../../ui/dialogs/form-dialog.tsx';
import { Field } from '../../ui/form/field.tsx';
import { useDraft } from '../../ui/form/use-draft.ts';
import { useSaveCategory } from './api.ts';

const rules = schemaRules(newUnitCategory.shape, ['name', 'description']);

/** Adds or edits a category of units. */
export function CategoryDialog({
  category,
  onSaved,
  onClose,
}: {
  category: UnitCategory | null;
  onSaved?(category: UnitCategory): void;
  onClose(): void;
}): ReactNode {
  const form = useDraft({ name: category?.name ?? '', description: category?.description ?? '' }, (draft) =>
    fieldMessages(draft, rules),
  );
  const saving = useSaveCategory(category);
  const save = (): void =>
    saving.mutate(form.draft, {
      onSuccess: (saved) => {
        onClose();
        onSaved?.(saved);
      },
    });
  return (
    <FormDialog
      title={category ? 'Edit category' : 'Add category'}
      action="Save category"
      form={form}
      onSubmit={save}
      saving={saving}
      fallback="The category could not be saved."
      onClose={onClose}
    >
      <Field
        label="Name"
        hint={
          category?.isStandard
            ? 'Built-in category. Cannot be changed.'
            : 'The measured quantity, for example pressure.'
        }
        required
        {...form.text('name')}
        readOnly={category?.isStandard ?? false}
      />
      <Field label="Description" multiline maxRows={4} {...form.text('description')} />
    </FormDialog>
  );
}
