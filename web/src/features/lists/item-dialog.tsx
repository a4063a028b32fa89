import Box from '@mui/material/Box';
import Stack from '@mui/material/Stack';
import type { EditedList } from '@twinward/contracts/system/value-list';
import { type ReactNode, useState } from 'react';
import { FormDialog } from '../../ui/dialogs/form-dialog.tsx';
import { Field } from '../../ui/form/field.tsx';
import { SelectField } from '../../ui/form/select-field.tsx';
import { SwitchField } from '../../ui/form/switch-field.tsx';
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
  const [draft, setDraft] = useState(item);
  const [isTried, setIsTried] = useState(false);
  const problems = itemProblems(list, draft, items);
  const shown = isTried ? problems : {};
  const isLocked = item.isStandard || uses > 0;
  const change = (fields: Partial<DraftItem>): void => setDraft({ ...draft, ...fields });
  const apply = (): void => {
    setIsTried(true);
    if (Object.keys(problems).length > 0) return;
    onApply({ ...draft, caption: draft.caption.trim(), value: draft.value.trim() });
    onClose();
  };
  return (
    <FormDialog
      title={item.caption || 'New item'}
      action="OK"
      onSubmit={apply}
      dirty={draft !== item}
      onClose={onClose}
    >
      {list.kind === 'plain' ? (
        <Field
          label="Value"
          hint={lockHint(item, uses) ?? 'Value that is stored and sent to other systems.'}
          required
          value={draft.value}
          readOnly={isLocked}
          error={shown.value}
          onChange={(event) => change({ value: event.target.value })}
        />
      ) : null}
      <Field
        label={list.kind === 'plain' ? 'Caption' : 'Name'}
        required
        value={draft.caption}
        error={shown.caption}
        onChange={(event) => change({ caption: event.target.value })}
      />
      {categories.length > 0 ? (
        <SelectField
          label="Category"
          choices={categories.map((category) => ({ value: category, label: category }))}
          value={draft.category ?? ''}
          disabled={isLocked}
          onChange={(event) => change({ category: event.target.value })}
        />
      ) : null}
      <Field
        label="Description"
        multiline
        maxRows={4}
        value={draft.description}
        error={shown.description}
        onChange={(event) => change({ description: event.target.value })}
      />
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
            error={shown.color}
            onChange={(event) => change({ color: event.target.value })}
          />
        </Stack>
      )}
      <SwitchField
        label="Default: preselected in forms"
        checked={draft.default}
        readOnly={draft.isDeprecated}
        onChange={(isDefault) => change({ default: isDefault })}
      />
      <SwitchField
        label="Deprecated: not offered for new choices"
        checked={draft.isDeprecated}
        readOnly={false}
        onChange={(isDeprecated) => change({ isDeprecated, default: isDeprecated ? false : draft.default })}
      />
    </FormDialog>
  );
}

function lockHint({ isStandard }: DraftItem, uses: number): string | undefined {
  if (isStandard) return 'Built-in item. Cannot be changed.';
  return uses > 0 ? 'Cannot be changed while records use the item.' : undefined;
}
