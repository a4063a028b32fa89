import Box from '@mui/material/Box';
import Stack from '@mui/material/Stack';
import Typography from '@mui/material/Typography';
import type { ReactNode } from 'react';
import { LogoMark } from '../../ui/page/logo.tsx';

/** Frame of forms before sign-in: logo, title and one form. */
export function SignedOutForm({
  title,
  onSubmit,
  children,
}: {
  title: string;
  onSubmit: () => void;
  children: ReactNode;
}): ReactNode {
  return (
    <Box sx={{ display: 'grid', placeItems: 'center', minHeight: '100dvh', px: 4, py: 6 }}>
      <Box
        component="form"
        noValidate
        onSubmit={(event) => {
          event.preventDefault();
          onSubmit();
        }}
        sx={{ width: 1, maxWidth: 344 }}
      >
        <Stack direction="row" spacing={3} sx={{ alignItems: 'center', mb: 6 }}>
          <LogoMark size={36} />
          <Typography variant="h1">{title}</Typography>
        </Stack>
        <Stack spacing={4}>{children}</Stack>
      </Box>
    </Box>
  );
}
