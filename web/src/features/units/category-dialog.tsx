import Button from '@mui/material/Button';
import Stack from '@mui/material/Stack';
import { newUnitCategory, type UnitCategory } from '@twinward/contracts/system/unit';
import { fieldMessages } from '@twinward/domain/rules/rule';
import { schemaRules } from '@twinward/domain/rules/schema-rules';
import { type ReactNode, useState } from 'react';
import { AppDialog } from '../../ui/dialogs/app-dialog.tsx';
import { ErrorState } from '../../ui/feedback/states.tsx';
import { Field } from '../../ui/form/field.tsx';
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
  const [first] = useState({ name: category?.name ?? '', description: category?.description ?? '' });
  const [draft, setDraft] = useState(first);
  const [isTried, setIsTried] = useState(false);
  const saving = useSaveCategory(category);
  const problems = fieldMessages(draft, rules);
  const shown = isTried ? problems : {};
  const save = (): void => {
    setIsTried(true);
    if (Object.keys(problems).length > 0) return;
    saving.mutate(draft, {
      onSuccess: (saved) => {
        onClose();
        onSaved?.(saved);
      },
    });
  };
  return (
    <AppDialog
      title={category ? 'Edit category' : 'Add category'}
      busy={saving.isPending}
      dirty={draft !== first}
      onClose={onClose}
      actions={
        <>
          <Button onClick={onClose}>Cancel</Button>
          <Button variant="contained" onClick={save}>
            Save category
          </Button>
        </>
      }
    >
      <Stack spacing={3} sx={{ py: 3 }}>
        <Field
          label="Name"
          hint={
            category?.isStandard
              ? 'Built-in category. Cannot be changed.'
              : 'The measured quantity, for example pressure.'
          }
          required
          readOnly={category?.isStandard ?? false}
          value={draft.name}
          error={shown.name}
          onChange={(event) => setDraft({ ...draft, name: event.target.value })}
        />
        <Field
          label="Description"
          multiline
          maxRows={4}
          value={draft.description}
          error={shown.description}
          onChange={(event) => setDraft({ ...draft, description: event.target.value })}
        />
        <ErrorState error={saving.error} fallback="The category could not be saved." />
      </Stack>
    </AppDialog>
  );
}
