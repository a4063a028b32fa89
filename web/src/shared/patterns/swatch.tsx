import Box from '@mui/material/Box';
import type { ReactNode } from 'react';

/** A name with the colour of its ranges. */
export const Swatch = ({ color, children }: { color: string; children: ReactNode }): ReactNode => (
  <Box component="span" sx={{ display: 'inline-flex', alignItems: 'center', gap: 1.5, minWidth: 0 }}>
    <Box
      component="span"
      aria-hidden
      data-swatch
      style={{ backgroundColor: color }}
      sx={{ width: 12, height: 12, borderRadius: '2px', flex: 'none' }}
    />
    <span>{children}</span>
  </Box>
);
