import { mdiDragVertical } from '@mdi/js';
import Box from '@mui/material/Box';
import IconButton from '@mui/material/IconButton';
import Tooltip from '@mui/material/Tooltip';
import { type KeyboardEvent, type ReactNode, useRef, useState } from 'react';
import { announce } from '../feedback/announcer.tsx';
import { type Action, ActionsMenu } from '../page/actions-menu.tsx';
import { Icon } from '../page/icon.tsx';

/** A list that the user can reorder by dragging, with Alt+arrow keys, or with the menu of an item. */
export function OrderedList<Item>({
  label,
  items,
  toKey,
  toName,
  listActions,
  onMove,
  children,
}: {
  /** Accessible name of the list. */
  label: string;
  items: readonly Item[];
  toKey: (item: Item) => string | number;
  /** Accessible name of an item. */
  toName: (item: Item) => string;
  /** Menu items before and after those that move the item. */
  listActions: (item: Item) => { first: readonly Action[]; last: readonly Action[] };
  /** Moves an item to the position of another. */
  onMove: (item: Item, to: Item) => void;
  /** Renders an item. */
  children: (item: Item) => ReactNode;
}): ReactNode {
  const dragged = useRef<number | null>(null);
  const [target, setTarget] = useState<number | null>(null);
  const move = (index: number, to: number): void => {
    const [item, other] = [items[index], items[to]];
    if (item === undefined || other === undefined || index === to) return;
    onMove(item, other);
    announce(`${toName(item)} is at position ${to + 1} of ${items.length}.`);
  };
  const byKey = (event: KeyboardEvent, index: number): void => {
    if (!event.altKey || (event.key !== 'ArrowUp' && event.key !== 'ArrowDown')) return;
    event.preventDefault();
    move(index, index + (event.key === 'ArrowUp' ? -1 : 1));
  };
  return (
    <Box component="ol" aria-label={label} sx={{ m: 0, p: 0, listStyle: 'none' }}>
      {items.map((item, index) => {
        const { first, last } = listActions(item);
        return (
          <Box
            component="li"
            key={toKey(item)}
            onKeyDown={(event) => byKey(event, index)}
            onDragOver={(event) => {
              if (dragged.current === null) return;
              event.preventDefault();
              setTarget(index);
            }}
            onDrop={(event) => {
              event.preventDefault();
              if (dragged.current !== null) move(dragged.current, index);
            }}
            sx={{
              display: 'flex',
              alignItems: 'center',
              gap: 2,
              minHeight: 40,
              borderTop: target === index ? 2 : 1,
              borderColor: target === index ? 'primary.main' : 'divider',
            }}
          >
            <Tooltip title="Drag, or Alt+arrows, to move">
              <IconButton
                size="small"
                aria-label={`Move ${toName(item)}`}
                draggable
                onDragStart={() => {
                  dragged.current = index;
                }}
                onDragEnd={() => {
                  dragged.current = null;
                  setTarget(null);
                }}
                sx={{ cursor: 'grab' }}
              >
                <Icon path={mdiDragVertical} />
              </IconButton>
            </Tooltip>
            {children(item)}
            <ActionsMenu
              label={`Actions for ${toName(item)}`}
              actions={[
                ...first,
                { label: 'Move up', disabled: index === 0, onChoose: () => move(index, index - 1) },
                {
                  label: 'Move down',
                  disabled: index === items.length - 1,
                  onChoose: () => move(index, index + 1),
                },
                ...last,
              ]}
            />
          </Box>
        );
      })}
    </Box>
  );
}
