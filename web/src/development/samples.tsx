import Box from '@mui/material/Box';
import type { ReactNode } from 'react';
import { Section } from '../ui/page/section.tsx';

/** A group of samples, side by side as far as they fit. */
export function Samples({ title, children }: { title: string; children: ReactNode }): ReactNode {
  return (
    <Section title={title}>
      <Box
        sx={{
          display: 'grid',
          gap: 6,
          gridTemplateColumns: 'repeat(auto-fill, minmax(min(280px, 100%), 1fr))',
          alignItems: 'start',
          pt: 2,
        }}
      >
        {children}
      </Box>
    </Section>
  );
}
