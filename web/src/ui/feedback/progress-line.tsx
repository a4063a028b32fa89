import Box from '@mui/material/Box';
import LinearProgress from '@mui/material/LinearProgress';
import Typography from '@mui/material/Typography';
import { type ReactNode, useId } from 'react';

/** A progress bar with a text; without a percentage, the work has not started. */
export function ProgressLine({ label, percent }: { label: string; percent: number | null }): ReactNode {
  const id = useId();
  return (
    <Box sx={{ py: 2 }}>
      <Typography id={id} sx={{ pb: 2, overflowWrap: 'anywhere' }}>
        {label}
        {percent === null ? '' : ` ${Math.floor(percent)} %`}
      </Typography>
      <LinearProgress
        aria-labelledby={id}
        {...(percent === null ? {} : { variant: 'determinate' as const, value: percent })}
      />
    </Box>
  );
}
