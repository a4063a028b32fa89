import Typography from '@mui/material/Typography';
import type { EditedList } from '@twinward/contracts/system/value-list';
import { type ReactNode, useState } from 'react';
import { FormDialog } from '../../ui/dialogs/form-dialog.tsx';
import { SelectField } from '../../ui/form/select-field.tsx';
import { useReplaceItem } from './api.ts';
import type { DraftItem } from './list-draft.ts';
import { usesText } from './list-words.ts';

/** Asks for the item that replaces another wherever it is used. */
export function ReplaceDialog({
  list,
  item,
  onClose,
}: {
  list: EditedList;
  item: DraftItem;
  onClose(): void;
}): ReactNode {
  const replacing = useReplaceItem(list.id);
  const others = list.configuration.items.filter(
    ({ id, category, isDeprecated }) => id !== item.key && category === item.category && !isDeprecated,
  );
  const [by, setBy] = useState(others[0]?.id ?? 0);
  const uses = usesText(list.uses.filter(({ itemId }) => itemId === item.key));
  return (
    <FormDialog
      title={`Replace ${item.caption}`}
      action="Replace"
      onSubmit={() =>
        replacing.mutate({ itemId: item.key, by, version: list.version }, { onSuccess: onClose })
      }
      disabled={by === 0}
      saving={replacing}
      fallback="The item could not be replaced."
      onClose={onClose}
    >
      <Typography>
        {uses === ''
          ? 'No record uses this item. It will be deprecated.'
          : `Used by ${uses}. They will use the other item, and this item will be deprecated.`}
      </Typography>
      <SelectField
        label="Replace with"
        choices={others.map(({ id, caption, value }) => ({
          value: String(id),
          label: list.kind === 'plain' ? `${value} ${caption}` : caption,
        }))}
        value={String(by)}
        onChange={(event) => setBy(Number(event.target.value))}
      />
    </FormDialog>
  );
}
