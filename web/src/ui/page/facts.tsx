import Box from '@mui/material/Box';
import type { Term } from '@twinward/domain/glossary';
import type { ReactNode } from 'react';
import { Explained } from './explained.tsx';

/** A list of names and values. A name with a glossary term has a tooltip that explains it. */
export function Facts({
  facts,
}: {
  facts: readonly (readonly [label: string, value: ReactNode, term?: Term])[];
}): ReactNode {
  return (
    <Box
      component="dl"
      sx={{ m: 0, display: 'grid', gridTemplateColumns: 'minmax(112px, auto) 1fr', columnGap: 4, rowGap: 1 }}
    >
      {facts.map(([label, value, term]) => (
        <Box key={label} sx={{ display: 'contents', fontSize: '0.8125rem' }}>
          <Box component="dt" sx={{ color: 'text.secondary' }}>
            {term === undefined ? label : <Explained term={term}>{label}</Explained>}
          </Box>
          <Box component="dd" sx={{ m: 0, overflowWrap: 'anywhere' }}>
            {value}
          </Box>
        </Box>
      ))}
    </Box>
  );
}
