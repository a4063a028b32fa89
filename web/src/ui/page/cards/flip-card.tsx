import Box from '@mui/material/Box';
import { type ReactNode, useEffect, useRef } from 'react';

/**
 * A card with two sides; the back usually edits the content of the front. Each side contains the button that turns the
 * card. The hidden side is inert, and focus moves to the visible side.
 */
export function FlipCard({
  label,
  flipped,
  front,
  back,
  height = '250px',
  width = '100%',
}: {
  /** The subject of the card. */
  label: string;
  /** Whether the back is shown. */
  flipped: boolean;
  front: ReactNode;
  back: ReactNode;
  height?: string;
  width?: string;
}): ReactNode {
  const card = useRef<HTMLDivElement>(null);
  const wasFlipped = useRef(flipped);
  useEffect(() => {
    if (wasFlipped.current === flipped) return;
    wasFlipped.current = flipped;
    const shown = card.current?.querySelector<HTMLElement>('[data-side]:not([inert])');
    const first = shown?.querySelector<HTMLElement>(
      'input:not([disabled]), select, textarea, button, a[href]',
    );
    (first ?? shown)?.focus();
  }, [flipped]);
  const side = (name: 'front' | 'back', isShown: boolean, content: ReactNode): ReactNode => (
    <Box
      data-side={name}
      tabIndex={-1}
      inert={!isShown}
      aria-hidden={!isShown}
      sx={{
        position: 'absolute',
        inset: 0,
        overflowY: 'auto',
        backfaceVisibility: 'hidden',
        transform: `rotateY(${name === 'front' ? 0 : 180}deg)`,
      }}
    >
      {content}
    </Box>
  );
  return (
    <Box ref={card} role="group" aria-label={label} sx={{ height, width, minWidth: 0, perspective: 1200 }}>
      <Box
        sx={{
          position: 'relative',
          height: 1,
          transformStyle: 'preserve-3d',
          transform: `rotateY(${flipped ? 180 : 0}deg)`,
          transition: 'transform 150ms',
        }}
      >
        {side('front', !flipped, front)}
        {side('back', flipped, back)}
      </Box>
    </Box>
  );
}
