import Box from '@mui/material/Box';
import type { ReactNode } from 'react';

/** A text to copy. Focusable, so that keys can scroll it. */
export function CodeBlock({ label, children }: { label: string; children: string }): ReactNode {
  return (
    <Box
      component="pre"
      tabIndex={0}
      role="region"
      aria-label={label}
      sx={{
        m: 0,
        p: 3,
        border: 1,
        borderColor: 'divider',
        borderRadius: 1,
        overflowX: 'auto',
        fontSize: '0.8125rem',
        lineHeight: 1.5,
      }}
    >
      {children}
    </Box>
  );
}
