import Box from '@mui/material/Box';
import type { ReactNode } from 'react';

/** Fields in columns of the same width; below each other on a phone. */
export const FieldGrid = ({
  columns = 2,
  gap = 3,
  columnGap = gap,
  sx = {},
  children,
}: {
  columns?: number;
  /** Between rows, and between columns. */
  gap?: number;
  columnGap?: number;
  /** Further style: size and space around. */
  sx?: { maxWidth?: number; py?: number; pt?: number; pb?: number };
  children: ReactNode;
}): ReactNode => (
  <Box
    sx={{
      display: 'grid',
      rowGap: gap,
      columnGap,
      alignItems: 'start',
      gridTemplateColumns: { xs: 'minmax(0, 1fr)', sm: `repeat(${columns}, minmax(0, 1fr))` },
      ...sx,
    }}
  >
    {children}
  </Box>
);
