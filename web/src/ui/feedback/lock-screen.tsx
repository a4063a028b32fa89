import { mdiLockOutline } from '@mdi/js';
import Box from '@mui/material/Box';
import Stack from '@mui/material/Stack';
import Typography from '@mui/material/Typography';
import type { ReactNode } from 'react';
import { Icon } from '../page/icon.tsx';

/** Covers content with a message and blocks input. The content stays visible. */
export function LockScreen({
  message,
  isSilent = false,
  children,
}: {
  /** Reason for the lock; null if unlocked. */
  message: string | null;
  /** Set if another lock screen on the page shows the same message. */
  isSilent?: boolean;
  children: ReactNode;
}): ReactNode {
  return (
    <Box sx={{ position: 'relative', minHeight: message === null || isSilent ? 0 : 96 }}>
      <Box inert={message !== null} sx={message === null ? {} : { opacity: 0.25 }}>
        {children}
      </Box>
      <Box role="status">
        {message === null || isSilent ? null : (
          <Stack
            direction="row"
            spacing={2}
            sx={{ position: 'absolute', inset: 0, alignItems: 'center', justifyContent: 'center', px: 4 }}
          >
            <Icon path={mdiLockOutline} />
            <Typography
              sx={{
                bgcolor: 'background.paper',
                px: 2,
                py: 1,
                border: 1,
                borderColor: 'divider',
                borderRadius: 1,
              }}
            >
              {message}
            </Typography>
          </Stack>
        )}
      </Box>
    </Box>
  );
}
