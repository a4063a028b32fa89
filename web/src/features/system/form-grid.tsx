import Box from '@mui/material/Box';
import type { ReactNode } from 'react';

/** The fields of a settings form, in two columns on wide screens. */
export const FormGrid = ({ children }: { children: ReactNode }): ReactNode => (
  <Box
    sx={{
      display: 'grid',
      gap: 4,
      gridTemplateColumns: { xs: 'minmax(0, 1fr)', sm: 'repeat(2, minmax(0, 1fr))' },
      maxWidth: 720,
      alignItems: 'start',
      pt: 2,
      pb: 4,
    }}
  >
    {children}
  </Box>
);
