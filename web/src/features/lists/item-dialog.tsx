import Box from '@mui/material/Box';
import Stack from '@mui/material/Stack';
import type { EditedList } from '@twinward/contracts/system/value-list';
import type { ReactNode } from 'react';
import { FormDialog } from '../../ui/dialogs/form-dialog.tsx';
import { Field } from '../../ui/form/field.tsx';
import { SelectField } from '../../ui/form/select-field.tsx';
import { SwitchField } from '../../ui/form/switch-field.tsx';
import { useDraft } from '../../ui/form/use-draft.ts';
import { type DraftItem, itemProblems } from './list-draft.ts';

/** Edits an item of a list. The list is saved as a whole. */
export function ItemDialog({
  list,
  item,
  items,
  categories,
  uses,
  onApply,
  onClose,
}: {
  list: EditedList;
  item: DraftItem;
  items: readonly DraftItem[];
  categories: readonly string[];
  /** Number of records that use the item. */
  uses: number;
  onApply(item: DraftItem): void;
  onClose(): void;
}): ReactNode {
  const form = useDraft(item, (draft) => itemProblems(list, draft, items));
  const { draft, change } = form;
  const isLocked = item.isStandard || uses > 0;
  const apply = (): void => {
    onApply({ ...draft, caption: draft.caption.trim(), value: draft.value.trim() });
    onClose();
  };
  return (
    <FormDialog title={item.caption || 'New item'} action="OK" form={form} onSubmit={apply} onClose={onClose}>
      {list.kind === 'plain' ? (
        <Field
          label="Value"
          hint={lockHint(item, uses) ?? 'Value that is stored and sent to other systems.'}
          required
          {...form.text('value')}
          readOnly={isLocked}
        />
      ) : null}
      <Field label={list.kind === 'plain' ? 'Caption' : 'Name'} required {...form.text('caption')} />
      {categories.length > 0 ? (
        <SelectField
          label="Category"
          choices={categories.map((category) => ({ value: category, label: category }))}
          value={draft.category ?? ''}
          disabled={isLocked}
          onChange={(event) => change({ category: event.target.value })}
        />
      ) : null}
      <Field label="Description" multiline maxRows={4} {...form.text('description')} />
      {draft.color === null ? null : (
        <Stack direction="row" spacing={2} sx={{ alignItems: 'flex-end' }}>
          <Box
            component="input"
            type="color"
            aria-label="Pick a colour"
            value={/^#[0-9A-Fa-f]{6}$/.test(draft.color) ? draft.color : '#E0E0E0'}
            onChange={(event) => change({ color: event.currentTarget.value.toUpperCase() })}
            sx={{
              width: 44,
              height: 40,
              p: 0.5,
              border: 1,
              borderColor: 'divider',
              bgcolor: 'transparent',
            }}
          />
          <Field
            label="Colour"
            hint="Example: #E0E0E0"
            value={draft.color}
            error={form.problems.color}
            onChange={(event) => change({ color: event.target.value })}
          />
        </Stack>
      )}
      <SwitchField
        label="Default: preselected in forms"
        {...form.toggle('default')}
        readOnly={draft.isDeprecated}
      />
      <SwitchField
        label="Deprecated: not offered for new choices"
        checked={draft.isDeprecated}
        onChange={(isDeprecated) => change({ isDeprecated, default: isDeprecated ? false : draft.default })}
      />
    </FormDialog>
  );
}

function lockHint({ isStandard }: DraftItem, uses: number): string | undefined {
  if (isStandard) return 'Built-in item. Cannot be changed.';
  return uses > 0 ? 'Cannot be changed while records use the item.' : undefined;
}
