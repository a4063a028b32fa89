import type { Place } from './arrange.ts';

/** The grid in pixels. */
export const rowHeight = 40;
export const gap = 16;
/** The heading of a card. */
export const headingHeight = 32;

export const heightOf = (rows: number): number => rows * rowHeight + (rows - 1) * gap;

/** The height of the content of a card. */
export const contentHeight = ({ h }: Pick<Place, 'h'>, hasHeading: boolean): number =>
  heightOf(h) - (hasHeading ? headingHeight : 0);

/** Where a card stands in the CSS grid; on a phone all cards stand below one another. */
export const gridArea = ({ x, y, w, h }: Place) => ({
  gridColumn: { xs: '1', md: `${x + 1} / span ${w}` },
  gridRow: { xs: `span ${h}`, md: `${y + 1} / span ${h}` },
});

export const gridStyle = {
  display: 'grid',
  gridTemplateColumns: { xs: 'minmax(0, 1fr)', md: 'repeat(12, minmax(0, 1fr))' },
  gridAutoRows: `${rowHeight}px`,
  // Cards are as high as what they show: nobody scrolls on paper.
  '@media print': { gridAutoRows: `minmax(${rowHeight}px, auto)` },
  gap: `${gap}px`,
} as const;
