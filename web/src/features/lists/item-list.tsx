import Box from '@mui/material/Box';
import Chip from '@mui/material/Chip';
import Stack from '@mui/material/Stack';
import Typography from '@mui/material/Typography';
import type { EditedList } from '@twinward/contracts/system/value-list';
import type { ReactNode } from 'react';
import { OrderedList } from '../../ui/list/ordered-list.tsx';
import type { Action } from '../../ui/page/actions-menu.tsx';
import { Muted } from '../../ui/page/muted.tsx';
import type { DraftItem } from './list-draft.ts';
import { usesText } from './list-words.ts';

/** The items of a category, in order. */
export function ItemList({
  list,
  items,
  listActions,
  onOpen,
  onMove,
}: {
  list: EditedList;
  items: readonly DraftItem[];
  listActions(item: DraftItem): readonly Action[];
  onOpen(item: DraftItem): void;
  /** Moves an item to the position of another. */
  onMove(key: number, to: number): void;
}): ReactNode {
  return (
    <OrderedList
      label="Items"
      items={items}
      toKey={({ key }) => key}
      toName={({ caption }) => caption}
      listActions={(item) => ({
        first: [{ label: 'Edit', onChoose: () => onOpen(item) }],
        last: listActions(item),
      })}
      onMove={(item, to) => onMove(item.key, to.key)}
    >
      {(item) => <ItemFacts list={list} item={item} onOpen={() => onOpen(item)} />}
    </OrderedList>
  );
}

function ItemFacts({ list, item, onOpen }: { list: EditedList; item: DraftItem; onOpen(): void }): ReactNode {
  const uses = usesText(list.uses.filter(({ itemId }) => itemId === item.key));
  return (
    <>
      {item.color === null ? null : (
        <Box
          aria-hidden
          data-swatch
          sx={{ width: 16, height: 16, flex: 'none', border: 1, borderColor: 'divider', bgcolor: item.color }}
        />
      )}
      {list.kind === 'plain' ? (
        <Typography
          variant="body2"
          sx={{ width: { xs: 64, sm: 128 }, flex: 'none', overflowWrap: 'anywhere' }}
        >
          {item.value}
        </Typography>
      ) : null}
      <Box sx={{ flex: 1, minWidth: 0, py: 1 }}>
        <Stack direction="row" sx={{ columnGap: 2, rowGap: 0.5, flexWrap: 'wrap', alignItems: 'center' }}>
          <Box
            component="button"
            type="button"
            onClick={onOpen}
            sx={{
              p: 0,
              border: 0,
              bgcolor: 'transparent',
              font: 'inherit',
              color: 'primary.main',
              cursor: 'pointer',
              textAlign: 'start',
              overflowWrap: 'anywhere',
            }}
          >
            {item.caption}
          </Box>
          {item.default ? <Chip size="small" label="Default" /> : null}
          {item.isDeprecated ? <Chip size="small" variant="outlined" label="Deprecated" /> : null}
          {item.isStandard ? <Chip size="small" variant="outlined" label="Standard" /> : null}
        </Stack>
        {item.description === '' ? null : <Muted sx={{ overflowWrap: 'anywhere' }}>{item.description}</Muted>}
        <Muted sx={{ display: { md: 'none' } }}>{uses}</Muted>
      </Box>
      <Muted sx={{ width: '30%', display: { xs: 'none', md: 'block' } }}>
        {uses === '' ? 'Not used' : uses}
      </Muted>
    </>
  );
}
