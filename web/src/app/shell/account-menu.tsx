import { mdiAccountCogOutline, mdiLogout } from '@mdi/js';
import Button from '@mui/material/Button';
import Divider from '@mui/material/Divider';
import IconButton from '@mui/material/IconButton';
import Popover from '@mui/material/Popover';
import Stack from '@mui/material/Stack';
import Tooltip from '@mui/material/Tooltip';
import Typography from '@mui/material/Typography';
import { type ReactNode, useState } from 'react';
import { Link } from 'react-router';
import type { Session } from '../../shared/session/session.ts';
import { Facts } from '../../ui/page/facts.tsx';
import { Icon } from '../../ui/page/icon.tsx';
import { UserAvatar } from '../../ui/page/user-avatar.tsx';

/** Who is signed in, in which zone and database, and the way out. */
export function AccountMenu({ session: { user, databaseName } }: { session: Session }): ReactNode {
  const [anchor, setAnchor] = useState<HTMLElement | null>(null);
  const fullName = [user.firstName, user.middleName, user.lastName].filter(Boolean).join(' ');
  const close = (): void => setAnchor(null);
  return (
    <>
      <Tooltip title="Account">
        <IconButton
          aria-label="Account"
          aria-haspopup="dialog"
          aria-expanded={anchor !== null}
          onClick={(event) => setAnchor(event.currentTarget)}
          sx={{ p: 1 }}
        >
          <UserAvatar {...user} />
        </IconButton>
      </Tooltip>
      <Popover
        open={anchor !== null}
        anchorEl={anchor}
        onClose={close}
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
          onClick={close}
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
          onClick={close}
          startIcon={<Icon path={mdiLogout} />}
          sx={{ justifyContent: 'flex-start', px: 4, py: 2 }}
        >
          Sign out
        </Button>
      </Popover>
    </>
  );
}
