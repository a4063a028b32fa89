import { alpha, type Theme } from '@mui/material/styles';
import { tableCell } from '../theme/theme.ts';

/** Width of a row's menu in pixels. */
export const menuWidth = 52;

/** Height of the top bar in pixels. */
export const barHeight = 48;

/** Styles of a cell that is hidden on a phone and in a narrow card. */
export const wideStyles = {
  display: { xs: 'none', md: 'table-cell' },
  '@container card (max-width: 520px)': { display: 'none' },
} as const;

/** Styles of a cell that truncates long text. */
export const cutStyles = { overflow: 'hidden', textOverflow: 'ellipsis' } as const;

/** Styles of a cell that wraps long text. */
export const wrapsStyles = { whiteSpace: 'normal', overflowWrap: 'anywhere' } as const;

/** CSS classes of a body cell, styled by `bodyStyles`. */
export const cellClass = (column: { numeric?: boolean; wide?: boolean; wraps?: boolean }): string =>
  [column.numeric && 'numeric', column.wide && 'wide', column.wraps && 'wraps'].filter(Boolean).join(' ');

/** The styles of a table: aligned with the content above and below, with the checkboxes of its rows. */
export const tableStyles = (theme: Theme) => ({
  tableLayout: 'fixed',
  // The cells' padding extends outside, so that text lines up with the content above and below. A stack removes the
  // margins of its children, but not these.
  '&&': { mx: '-12px' },
  width: 'calc(100% + 24px)',
  '& input[type=checkbox]': {
    display: 'block',
    width: 18,
    height: 18,
    margin: 0,
    cursor: 'pointer',
    accentColor: theme.palette.primary.main,
  },
});

const plainButton = {
  font: 'inherit',
  padding: 0,
  border: 0,
  background: 'none',
  cursor: 'pointer',
} as const;

/** The styles of all rows and cells of a table's body. A page of a list has a thousand cells and more. */
export const bodyStyles = (theme: Theme) => ({
  transition: 'opacity 120ms',
  '& > tr': { verticalAlign: 'middle' },
  // The row with focus is highlighted like the row under the pointer.
  '& > tr.opens': {
    cursor: 'pointer',
    '&:hover, &:has([data-row-link]:focus-visible)': {
      backgroundColor: alpha(theme.palette.text.primary, 0.05),
    },
  },
  '& > tr > td': {
    ...theme.typography.body2,
    ...tableCell(theme),
    borderBottom: `1px solid ${theme.palette.divider}`,
    color: theme.palette.text.primary,
    textAlign: 'left',
    ...cutStyles,
    // Tabular figures, so that digits align in columns.
    '&.numeric': { textAlign: 'right', fontVariantNumeric: 'tabular-nums' },
    '&.wide': wideStyles,
    '&.wraps': { ...wrapsStyles, overflow: 'visible', textOverflow: 'clip' },
    '& .row-link': {
      ...plainButton,
      color: 'inherit',
      textAlign: 'inherit',
      textDecoration: 'none',
      '&:hover': { textDecoration: 'underline' },
    },
    '&.menu': { textAlign: 'right', overflow: 'visible' },
  },
});
