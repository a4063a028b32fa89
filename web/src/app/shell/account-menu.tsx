import { mdiLogout } from '@mdi/js';
import Box from '@mui/material/Box';
import Divider from '@mui/material/Divider';
import IconButton from '@mui/material/IconButton';
import ListItemIcon from '@mui/material/ListItemIcon';
import Menu from '@mui/material/Menu';
import MenuItem from '@mui/material/MenuItem';
import Tooltip from '@mui/material/Tooltip';
import Typography from '@mui/material/Typography';
import { type ReactNode, useState } from 'react';
import { Link } from 'react-router';
import { Icon } from '../../ui/icon.tsx';
import { UserAvatar } from '../../ui/user-avatar.tsx';
import type { Session } from '../session/session.ts';

/** Who is signed in, in which zone and database, and the way out. */
export function AccountMenu({ session: { user, databaseName } }: { session: Session }): ReactNode {
  const [anchor, setAnchor] = useState<HTMLElement | null>(null);
  const fullName = [user.firstName, user.middleName, user.lastName].filter(Boolean).join(' ');
  const facts = [
    ['User name', user.userName],
    ['Time zone', user.timeZone],
    ['Database', databaseName],
  ] as const;
  return (
    <>
      <Tooltip title="Account">
        <IconButton
          aria-label="Account"
          aria-haspopup="menu"
          aria-expanded={anchor !== null}
          onClick={(event) => setAnchor(event.currentTarget)}
          sx={{ p: 1 }}
        >
          <UserAvatar {...user} />
        </IconButton>
      </Tooltip>
      <Menu
        open={anchor !== null}
        anchorEl={anchor}
        onClose={() => setAnchor(null)}
        slotProps={{ paper: { sx: { minWidth: 240 } } }}
      >
        <Box component="li" role="none" sx={{ px: 4, pt: 1, pb: 2 }}>
          <Typography sx={{ fontWeight: 600 }}>{fullName || user.userName}</Typography>
          <Box
            component="dl"
            sx={{
              m: 0,
              mt: 1,
              display: 'grid',
              gridTemplateColumns: 'auto 1fr',
              columnGap: 3,
              fontSize: '0.8125rem',
            }}
          >
            {facts.map(([label, value]) => (
              <Box key={label} sx={{ display: 'contents' }}>
                <Box component="dt" sx={{ color: 'text.secondary' }}>
                  {label}
                </Box>
                <Box component="dd" sx={{ m: 0, overflowWrap: 'anywhere' }}>
                  {value}
                </Box>
              </Box>
            ))}
          </Box>
        </Box>
        <Divider component="li" role="none" />
        <MenuItem component={Link} to="/signout" onClick={() => setAnchor(null)}>
          <ListItemIcon>
            <Icon path={mdiLogout} />
          </ListItemIcon>
          Sign out
        </MenuItem>
      </Menu>
    </>
  );
}
