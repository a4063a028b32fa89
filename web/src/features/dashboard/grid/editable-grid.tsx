import { mdiDrag, mdiResizeBottomRight } from '@mdi/js';
import Box from '@mui/material/Box';
import Stack from '@mui/material/Stack';
import type { DashboardCard } from '@twinward/contracts/questions/dashboard-card';
import type { CardValues } from '@twinward/contracts/questions/dashboard-data';
import { cardTitle } from '@twinward/domain/dashboards/card-names';
import { type KeyboardEvent, type ReactNode, useId, useState } from 'react';
import { ActionsMenu } from '../../../ui/page/actions-menu.tsx';
import { Icon } from '../../../ui/page/icon.tsx';
import { CardFrame } from '../card-frame.tsx';
import { inReadingOrder, placeByKey, placeText } from './arrange.ts';
import { gridArea, gridStyle } from './sizes.ts';
import { useCardDrag } from './use-card-drag.ts';

const keyHelp =
  'Arrow keys move the card, Shift and arrow keys change its size, Enter edits it, Delete removes it.';

/** The cards of a dashboard being edited, which can be moved and resized by mouse, touch and keys. */
export function EditableGrid({
  cards,
  values,
  onCards,
  onEdit,
  onRemove,
}: {
  cards: readonly DashboardCard[];
  values: CardValues;
  onCards: (cards: DashboardCard[]) => void;
  onEdit: (card: DashboardCard) => void;
  onRemove: (card: DashboardCard) => void;
}): ReactNode {
  const help = useId();
  const [said, setSaid] = useState('');
  const announcePlace = (id: string, placed: readonly DashboardCard[]) => {
    const card = placed.find((one) => one.id === id);
    if (card) setSaid(`${cardTitle(card)}: ${placeText(card)}.`);
  };
  const { shown, dragged, grid, startMove, startResize } = useCardDrag(cards, (id, next) => {
    onCards(next);
    announcePlace(id, next);
  });

  const onKeyDown = (event: KeyboardEvent, card: DashboardCard) => {
    // Ignore keys of elements inside the card.
    if (event.target !== event.currentTarget || event.ctrlKey || event.metaKey || event.altKey) return;
    const next = placeByKey(cards, card.id, event.key, event.shiftKey);
    if (next) {
      onCards(next);
      announcePlace(card.id, next);
    } else if (event.key === 'Enter') onEdit(card);
    else if (event.key === 'Delete') onRemove(card);
    else return;
    event.preventDefault();
  };

  return (
    <>
      <p id={help} className="visually-hidden">
        {keyHelp}
      </p>
      <div aria-live="assertive" role="status" className="visually-hidden">
        {said}
      </div>
      <Box ref={grid} sx={gridStyle}>
        {inReadingOrder(shown).map((card) => (
          <Box
            key={card.id}
            role="group"
            aria-roledescription="movable card"
            aria-label={`${cardTitle(card)}, ${placeText(card)}`}
            aria-describedby={help}
            tabIndex={0}
            onKeyDown={(event) => onKeyDown(event, card)}
            sx={{
              ...gridArea(card),
              minWidth: 0,
              position: 'relative',
              outline: '1px dashed',
              outlineColor: dragged === card.id ? 'primary.main' : 'divider',
              outlineOffset: 4,
              opacity: dragged === card.id ? 0.7 : 1,
              '&:focus-visible': { outline: '2px solid', outlineColor: 'primary.main', outlineOffset: 4 },
            }}
          >
            <CardFrame
              card={card}
              values={values}
              isEdited
              aside={
                <Stack direction="row" sx={{ alignItems: 'center' }}>
                  <ActionsMenu
                    label={`Actions for ${cardTitle(card)}`}
                    actions={[
                      { label: 'Edit card', onChoose: () => onEdit(card) },
                      { label: 'Remove card', onChoose: () => onRemove(card) },
                    ]}
                  />
                  <Handle
                    icon={mdiDrag}
                    name="move"
                    cursor="grab"
                    onStart={(event) => startMove(event, card)}
                  />
                </Stack>
              }
            />
            <Box sx={{ position: 'absolute', right: -4, bottom: -4 }}>
              <Handle
                icon={mdiResizeBottomRight}
                name="resize"
                cursor="nwse-resize"
                onStart={(event) => startResize(event, card)}
              />
            </Box>
          </Box>
        ))}
      </Box>
    </>
  );
}

/** A drag handle. Keys on the card are the alternative. */
function Handle({
  icon,
  name,
  cursor,
  onStart,
}: {
  icon: string;
  name: string;
  cursor: string;
  onStart: (event: React.PointerEvent) => void;
}): ReactNode {
  return (
    <Box
      aria-hidden
      data-handle={name}
      onPointerDown={onStart}
      sx={{
        display: { xs: 'none', md: 'flex' },
        p: 1,
        cursor,
        touchAction: 'none',
        userSelect: 'none',
        color: 'text.secondary',
      }}
    >
      <Icon path={icon} />
    </Box>
  );
}
