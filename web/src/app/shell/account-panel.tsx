import { mdiAccountCogOutline, mdiLogout } from '@mdi/js';
import Button from '@mui/material/Button';
import Divider from '@mui/material/Divider';
import Popover from '@mui/material/Popover';
import Stack from '@mui/material/Stack';
import Typography from '@mui/material/Typography';
import type { ReactNode } from 'react';
import { Link } from 'react-router';
import type { Session } from '../../shared/session/session.ts';
import { Facts } from '../../ui/page/facts.tsx';
import { Icon } from '../../ui/page/icon.tsx';
import { UserAvatar } from '../../ui/page/user-avatar.tsx';

/** The content of `AccountMenu`. */
export function AccountPanel({
  session: { user, databaseName },
  open,
  anchor,
  onClose,
}: {
  session: Session;
  open: boolean;
  anchor: HTMLElement | null;
  onClose: () => void;
}): ReactNode {
  const fullName = [user.firstName, user.middleName, user.lastName].filter(Boolean).join(' ');
  return (
    <Popover
      open={open}
      anchorEl={anchor}
      onClose={onClose}
      anchorOrigin={{ vertical: 'bottom', horizontal: 'right' }}
      transformOrigin={{ vertical: 'top', horizontal: 'right' }}
      slotProps={{ paper: { role: 'dialog', 'aria-label': 'Account', sx: { minWidth: 240 } } }}
    >
      <Stack spacing={2} sx={{ p: 4, pb: 3 }}>
        <Stack direction="row" spacing={3} sx={{ alignItems: 'center' }}>
          <UserAvatar {...user} />
          <Typography sx={{ fontWeight: 600 }}>{fullName || user.userName}</Typography>
        </Stack>
        <Facts
          facts={[
            ['User name', user.userName],
            ['Time zone', user.timeZone],
            ['Database', databaseName],
          ]}
        />
      </Stack>
      <Divider />
      <Button
        component={Link}
        to="/account"
        color="inherit"
        fullWidth
        onClick={onClose}
        startIcon={<Icon path={mdiAccountCogOutline} />}
        sx={{ justifyContent: 'flex-start', px: 4, py: 2 }}
      >
        User settings
      </Button>
      <Button
        component={Link}
        to="/signout"
        color="inherit"
        fullWidth
        onClick={onClose}
        startIcon={<Icon path={mdiLogout} />}
        sx={{ justifyContent: 'flex-start', px: 4, py: 2 }}
      >
        Sign out
      </Button>
    </Popover>
  );
}
