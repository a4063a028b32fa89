import Box from '@mui/material/Box';
import type { ReactNode } from 'react';
import { ErrorState } from '../../ui/feedback/states.tsx';

/** Shown instead of the application if the signed-in user could not be loaded. */
export function StartFailure({ error, onRetry }: { error: unknown; onRetry: () => void }): ReactNode {
  return (
    <Box component="main" sx={{ maxWidth: 640, mx: 'auto', p: 6 }}>
      <ErrorState error={error} message="Failed to validate session" onRetry={onRetry} />
    </Box>
  );
}
