import Stack from '@mui/material/Stack';
import Typography from '@mui/material/Typography';
import type { ReactNode } from 'react';
import { Icon } from '../../ui/page/icon.tsx';

/** A line on a protection's state, with its actions. */
export const StateNote = ({
  icon,
  action,
  children,
}: {
  icon: string;
  action?: ReactNode;
  children: ReactNode;
}): ReactNode => (
  <Stack
    direction="row"
    sx={{ alignItems: 'center', flexWrap: { xs: 'wrap', sm: 'nowrap' }, gap: 1.5, pt: 0.5 }}
  >
    <Icon path={icon} sx={{ color: 'text.secondary' }} />
    <Typography variant="body2" sx={{ flex: { xs: 1, sm: 'initial' }, overflowWrap: 'anywhere' }}>
      {children}
    </Typography>
    {action}
  </Stack>
);
