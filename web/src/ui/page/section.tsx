import Box from '@mui/material/Box';
import Stack from '@mui/material/Stack';
import Typography from '@mui/material/Typography';
import { type ReactNode, useId } from 'react';

/** A part of a page under a small heading. */
export function Section({
  title,
  aside,
  children,
}: {
  title: string;
  /** Shown at the right of the heading. */
  aside?: ReactNode;
  children: ReactNode;
}): ReactNode {
  const id = useId();
  return (
    <Box component="section" aria-labelledby={id} sx={{ minWidth: 0 }}>
      <Stack direction="row" sx={{ alignItems: 'center', gap: 2, minHeight: 32 }}>
        <Typography variant="h2" id={id}>
          {title}
        </Typography>
        <Box sx={{ ml: 'auto' }}>{aside}</Box>
      </Stack>
      {children}
    </Box>
  );
}
