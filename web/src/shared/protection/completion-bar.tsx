import LinearProgress from '@mui/material/LinearProgress';
import Stack from '@mui/material/Stack';
import Typography from '@mui/material/Typography';
import type { ReactNode } from 'react';
import { Muted } from '../../ui/page/muted.tsx';

/** How complete a protection is, and what is missing. */
export function CompletionBar({
  percent,
  missing,
}: {
  percent: number;
  missing: readonly string[];
}): ReactNode {
  return (
    <Stack direction="row" sx={{ alignItems: 'center', gap: 3, flexWrap: 'wrap', pb: 3 }}>
      <LinearProgress
        variant="determinate"
        value={percent}
        aria-label="Completion"
        sx={{ width: 120, height: 6, borderRadius: 1 }}
      />
      <Typography variant="body2">{percent} % complete</Typography>
      {missing.length === 0 ? null : (
        <Muted>
          Missing:{' '}
          {missing
            .map((text) => text.replace(/\.$/, ''))
            .join('; ')
            .toLowerCase()}
          .
        </Muted>
      )}
    </Stack>
  );
}
