import Button from '@mui/material/Button';
import Stack from '@mui/material/Stack';
import Typography from '@mui/material/Typography';
import type { EditedList } from '@twinward/contracts/system/value-list';
import { type ReactNode, useState } from 'react';
import { AppDialog } from '../../ui/dialogs/app-dialog.tsx';
import { ErrorState } from '../../ui/feedback/states.tsx';
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
    <AppDialog
      title={`Replace ${item.caption}`}
      busy={replacing.isPending}
      onClose={onClose}
      actions={
        <>
          <Button onClick={onClose}>Cancel</Button>
          <Button
            variant="contained"
            disabled={by === 0}
            onClick={() =>
              replacing.mutate({ itemId: item.key, by, version: list.version }, { onSuccess: onClose })
            }
          >
            Replace
          </Button>
        </>
      }
    >
      <Stack spacing={3} sx={{ py: 3 }}>
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
        <ErrorState error={replacing.error} fallback="The item could not be replaced." />
      </Stack>
    </AppDialog>
  );
}
