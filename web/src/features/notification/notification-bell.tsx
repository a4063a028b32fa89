import { mdiBellOutline } from '@mdi/js';
import Badge from '@mui/material/Badge';
import IconButton from '@mui/material/IconButton';
import Tooltip from '@mui/material/Tooltip';
import { type ReactNode, Suspense, useState } from 'react';
import { Icon } from '../../ui/page/icon.tsx';
import { lazyComponent } from '../../ui/page/lazy-component.tsx';
import { useUnreadCount } from './api/use-notifications.ts';

const NotificationDrawer = lazyComponent(
  async () => (await import('./notification-drawer.tsx')).NotificationDrawer,
);

/** A button with the number of unread notifications, which opens the drawer. */
export function NotificationBell(): ReactNode {
  const { data: unread = 0 } = useUnreadCount();
  const [open, setOpen] = useState(false);
  const label = unread === 0 ? 'Notifications' : `Notifications, ${unread} unread`;
  return (
    <>
      <Tooltip title="Notifications">
        <IconButton aria-label={label} aria-haspopup="dialog" onClick={() => setOpen(true)}>
          <Badge badgeContent={unread} max={99} color="primary">
            <Icon path={mdiBellOutline} />
          </Badge>
        </IconButton>
      </Tooltip>
      <Suspense fallback={null}>
        {open ? <NotificationDrawer onClose={() => setOpen(false)} /> : null}
      </Suspense>
    </>
  );
}
