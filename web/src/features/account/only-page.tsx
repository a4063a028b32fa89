import Box from '@mui/material/Box';
import Stack from '@mui/material/Stack';
import Typography from '@mui/material/Typography';
import type { ReactNode } from 'react';
import { LogoMark } from '../../ui/page/logo.tsx';
import { TextLink } from '../../ui/page/text-link.tsx';

/** Frame of a mandatory step before the rest of the application: no menus, only sign-out. */
export function OnlyPage({ title, children }: { title: string; children: ReactNode }): ReactNode {
  return (
    <Box sx={{ display: 'grid', placeItems: 'center', minHeight: '100dvh', px: 4, py: 6 }}>
      <Stack spacing={4} sx={{ width: 1, maxWidth: 440 }}>
        <Stack direction="row" spacing={3} sx={{ alignItems: 'center' }}>
          <LogoMark size={36} />
          <Typography variant="h1">{title}</Typography>
        </Stack>
        {children}
        <TextLink to="/signout">Sign out</TextLink>
      </Stack>
    </Box>
  );
}
