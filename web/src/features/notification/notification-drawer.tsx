import { mdiClose } from '@mdi/js';
import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import Drawer from '@mui/material/Drawer';
import IconButton from '@mui/material/IconButton';
import Stack from '@mui/material/Stack';
import Tab from '@mui/material/Tab';
import Tabs from '@mui/material/Tabs';
import Typography from '@mui/material/Typography';
import { type ReactNode, useId, useState } from 'react';
import { Unloaded } from '../../ui/feedback/loaded.tsx';
import { EmptyState, ErrorState } from '../../ui/feedback/states.tsx';
import { Icon } from '../../ui/page/icon.tsx';
import { useChangeNotification, useChangeNotifications, useNotifications } from './api/use-notifications.ts';
import { NotificationLine } from './notification-line.tsx';
import { NotificationMenu } from './notification-menu.tsx';

/** A drawer with the user's notifications, over any page. */
export function NotificationDrawer({ onClose }: { onClose: () => void }): ReactNode {
  const id = useId();
  const [tab, setTab] = useState<'all' | 'unread'>('all');
  const changeAll = useChangeNotifications();
  return (
    <Drawer
      open
      anchor="right"
      onClose={onClose}
      slotProps={{
        paper: { role: 'dialog', 'aria-labelledby': id, sx: { width: 420, maxWidth: '100vw' } },
      }}
    >
      <Stack direction="row" sx={{ alignItems: 'center', pl: 4, pr: 2, minHeight: 48 }}>
        <Typography variant="h2" id={id} sx={{ flex: 1 }}>
          Notifications
        </Typography>
        <NotificationMenu onChange={(change) => changeAll.mutate(change)} onLeave={onClose} />
        <IconButton size="small" aria-label="Close" onClick={onClose}>
          <Icon path={mdiClose} />
        </IconButton>
      </Stack>
      <Tabs
        value={tab}
        onChange={(_, next: typeof tab) => setTab(next)}
        aria-label="Notifications"
        sx={{
          px: 4,
          minHeight: 36,
          borderBottom: 1,
          borderColor: 'divider',
          '& .MuiTab-root': { minHeight: 36 },
        }}
      >
        <Tab value="all" label="All" id={`${id}-all`} aria-controls={`${id}-panel`} />
        <Tab value="unread" label="Unread" id={`${id}-unread`} aria-controls={`${id}-panel`} />
      </Tabs>
      <Box
        role="tabpanel"
        id={`${id}-panel`}
        aria-labelledby={`${id}-${tab}`}
        sx={{ overflowY: 'auto', px: 4, flex: 1 }}
      >
        <ErrorState error={changeAll.error} fallback="The notifications could not be changed." />
        <Notifications key={tab} unread={tab === 'unread'} onLeave={onClose} />
      </Box>
    </Drawer>
  );
}

function Notifications({ unread, onLeave }: { unread: boolean; onLeave: () => void }): ReactNode {
  const found = useNotifications(unread);
  const change = useChangeNotification();
  if (found.data === undefined) {
    return <Unloaded query={found} rows={6} fallback="The notifications could not be loaded." />;
  }
  // A notification that arrives between two page requests shifts the others: duplicates are removed.
  const all = [
    ...new Map(found.data.pages.flatMap(({ records }) => records).map((each) => [each.id, each])).values(),
  ];
  if (all.length === 0) {
    return (
      <EmptyState
        title={unread ? 'No unread notifications.' : 'No notifications yet.'}
        hint="Subscribe to a twin to be notified of its excursions."
      />
    );
  }
  return (
    <>
      <ErrorState error={change.error} fallback="The notification could not be changed." />
      <Box component="ul" aria-label="Notifications" sx={{ listStyle: 'none', m: 0, p: 0 }}>
        {all.map((notification) => (
          <NotificationLine
            key={notification.id}
            notification={notification}
            onRead={(read) => change.mutate({ notification, read })}
            onRemove={() => change.mutate({ notification, remove: true })}
            onLeave={onLeave}
          />
        ))}
      </Box>
      {found.hasNextPage ? (
        <Button
          fullWidth
          loading={found.isFetchingNextPage}
          onClick={() => void found.fetchNextPage()}
          sx={{ my: 2 }}
        >
          Show older
        </Button>
      ) : null}
    </>
  );
}
