import { mdiDotsVertical } from '@mdi/js';
import IconButton from '@mui/material/IconButton';
import Menu from '@mui/material/Menu';
import MenuItem from '@mui/material/MenuItem';
import { type ReactNode, useState } from 'react';
import { Link } from 'react-router';
import { Icon } from '../../ui/page/icon.tsx';

/** Actions on all notifications. */
export function NotificationMenu({
  onChange,
  onLeave,
}: {
  onChange: (change: 'mark-read' | 'remove-read') => void;
  onLeave: () => void;
}): ReactNode {
  const [anchor, setAnchor] = useState<HTMLElement | null>(null);
  const choose = (change: 'mark-read' | 'remove-read'): void => {
    setAnchor(null);
    onChange(change);
  };
  return (
    <>
      <IconButton
        size="small"
        aria-label="More"
        aria-haspopup="menu"
        aria-expanded={anchor !== null}
        onClick={(event) => setAnchor(event.currentTarget)}
      >
        <Icon path={mdiDotsVertical} />
      </IconButton>
      <Menu open={anchor !== null} anchorEl={anchor} onClose={() => setAnchor(null)}>
        <MenuItem onClick={() => choose('mark-read')}>Mark all as read</MenuItem>
        <MenuItem onClick={() => choose('remove-read')}>Remove read notifications</MenuItem>
        <MenuItem
          component={Link}
          to="/account?tab=notifications"
          onClick={() => {
            setAnchor(null);
            onLeave();
          }}
        >
          Notification settings
        </MenuItem>
      </Menu>
    </>
  );
}
