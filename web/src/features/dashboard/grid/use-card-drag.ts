import type { DashboardCard } from '@twinward/contracts/questions/dashboard-card';
import { type PointerEvent, useRef, useState } from 'react';
import { columns, fit, type Place, place } from './arrange.ts';
import { gap, rowHeight } from './sizes.ts';

interface Drag {
  id: string;
  start: { x: number; y: number };
  place: Place;
  kind: 'move' | 'resize';
}

interface CardDrag {
  /** The cards at the places that they would have if the pointer were released now. */
  shown: readonly DashboardCard[];
  /** The id of the card that is dragged; null for none. */
  dragged: string | null;
  /** Ref of the grid. */
  grid: React.RefObject<HTMLDivElement | null>;
  startMove(event: PointerEvent, card: DashboardCard): void;
  startResize(event: PointerEvent, card: DashboardCard): void;
}

/**
 * Moves and resizes cards by pointer. The grid previews the result; Escape cancels.
 * @param onPlaced called on release with the id of the card and all cards
 */
export function useCardDrag(
  cards: readonly DashboardCard[],
  onPlaced: (id: string, cards: DashboardCard[]) => void,
): CardDrag {
  const grid = useRef<HTMLDivElement>(null);
  const [preview, setPreview] = useState<{ id: string; cards: DashboardCard[] } | null>(null);

  const start = (event: PointerEvent, { id, x, y, w, h }: DashboardCard, kind: Drag['kind']): void => {
    if (event.button !== 0) return;
    event.preventDefault();
    const drag: Drag = { id, kind, start: { x: event.clientX, y: event.clientY }, place: { x, y, w, h } };
    const ends = new AbortController();
    let latest: DashboardCard[] | null = null;
    const end = (isKept: boolean): void => {
      ends.abort();
      setPreview(null);
      if (isKept && latest) onPlaced(id, latest);
    };
    const { signal } = ends;
    window.addEventListener(
      'pointermove',
      (moved) => {
        latest = place(cards, id, wantedPlace(drag, moved, grid.current?.clientWidth ?? 0));
        setPreview({ id, cards: latest });
      },
      { signal },
    );
    window.addEventListener('pointerup', () => end(true), { signal });
    window.addEventListener('pointercancel', () => end(false), { signal });
    window.addEventListener('keydown', (pressed) => pressed.key === 'Escape' && end(false), { signal });
  };

  return {
    shown: preview?.cards ?? cards,
    dragged: preview?.id ?? null,
    grid,
    startMove: (event, card) => start(event, card, 'move'),
    startResize: (event, card) => start(event, card, 'resize'),
  };
}

/** The target place of a drag, rounded to whole columns and rows. */
export function wantedPlace(
  { start, place: from, kind }: Pick<Drag, 'start' | 'place' | 'kind'>,
  pointer: { clientX: number; clientY: number },
  gridWidth: number,
): Place {
  const column = (gridWidth + gap) / columns;
  const right = column > 0 ? Math.round((pointer.clientX - start.x) / column) : 0;
  const down = Math.round((pointer.clientY - start.y) / (rowHeight + gap));
  return fit(
    kind === 'move'
      ? { ...from, x: from.x + right, y: from.y + down }
      : { ...from, w: from.w + right, h: from.h + down },
  );
}
