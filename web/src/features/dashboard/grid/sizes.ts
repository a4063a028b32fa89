import type { Place } from './arrange.ts';

/** Height of a grid row in pixels. */
export const rowHeight = 40;
export const gap = 16;
/** Height of the heading of a card in pixels. */
export const headingHeight = 32;

export const toHeight = (rows: number): number => rows * rowHeight + (rows - 1) * gap;

/** Height of the content of a card in pixels. */
export const contentHeight = ({ h }: Pick<Place, 'h'>, hasHeading: boolean): number =>
  toHeight(h) - (hasHeading ? headingHeight : 0);

/** The CSS grid area of a card. On a phone, all cards are stacked. */
export const gridArea = ({ x, y, w, h }: Place) => ({
  gridColumn: { xs: '1', md: `${x + 1} / span ${w}` },
  gridRow: { xs: `span ${h}`, md: `${y + 1} / span ${h}` },
});

export const gridStyle = {
  display: 'grid',
  gridTemplateColumns: { xs: 'minmax(0, 1fr)', md: 'repeat(12, minmax(0, 1fr))' },
  gridAutoRows: `${rowHeight}px`,
  // In print, cards are as high as their content.
  '@media print': { gridAutoRows: `minmax(${rowHeight}px, auto)` },
  gap: `${gap}px`,
} as const;
