import Box from '@mui/material/Box';
import type { ReactNode } from 'react';
import { formatMoney } from './format.ts';
import { riskColor } from './scales.ts';

/** A risk in money with a swatch of its colour on the risk scale. */
export function RiskValue({ risk }: { risk: number | null }): ReactNode {
  if (risk === null) return '–';
  return (
    <Box
      component="span"
      sx={{ display: 'inline-flex', alignItems: 'baseline', gap: 1.5, whiteSpace: 'nowrap' }}
    >
      <Box
        component="span"
        aria-hidden
        data-swatch
        sx={{
          display: { xs: 'none', sm: 'block' },
          width: 10,
          height: 10,
          borderRadius: '2px',
          bgcolor: riskColor(risk),
          border: 1,
          borderColor: 'divider',
        }}
      />
      {formatMoney(risk)}
    </Box>
  );
}
