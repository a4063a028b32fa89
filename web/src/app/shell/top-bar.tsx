import { mdiMenu } from '@mdi/js';
import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import IconButton from '@mui/material/IconButton';
import Stack from '@mui/material/Stack';
import { type ReactNode, Suspense, useState } from 'react';
import { NavLink } from 'react-router';
import { NotificationBell } from '../../features/notification/notification-bell.tsx';
import { WatchlistMenu } from '../../features/watchlist/watchlist-menu.tsx';
import { useEdition } from '../../shared/api/queries/use-edition.ts';
import { useGeneral } from '../../shared/api/queries/use-general.ts';
import { useFollowAppearance } from '../../shared/session/appearance.ts';
import type { Session } from '../../shared/session/session.ts';
import { Icon } from '../../ui/page/icon.tsx';
import { lazyComponent } from '../../ui/page/lazy-component.tsx';
import { Logo } from '../../ui/page/logo.tsx';
import { Muted } from '../../ui/page/muted.tsx';
import { AccountMenu } from './account-menu.tsx';
import { BarMenu } from './bar-menu.tsx';
import { ColorModeMenu } from './color-mode-menu.tsx';
import { menusFor } from './navigation.ts';
import { SearchHost } from './search-host.tsx';
import { useHelpMenu } from './use-help-menu.tsx';

/** Touch target size, except on screens that are too narrow for it. */
const phoneButton = {
  '@media (min-width: 360px) and (max-width: 599px)': { width: 44, height: 44 },
} as const;

const SideDrawer = lazyComponent(async () => (await import('./side-drawer.tsx')).SideDrawer);

/** The top bar with menus, search and account. On small screens, the menus are in a drawer. */
export function TopBar({ session }: { session: Session }): ReactNode {
  useFollowAppearance();
  // Undefined until first opened, so that its code is loaded only then.
  const [drawerOpen, setDrawerOpen] = useState<boolean>();
  const help = useHelpMenu(session);
  const name = useGeneral().data?.name ?? '';
  const menus = [...menusFor(session, useEdition().data), help.menu];
  return (
    <Box
      component="header"
      sx={{
        position: 'sticky',
        top: 0,
        zIndex: 'appBar',
        height: 48,
        px: { xs: 2, md: 6 },
        display: 'flex',
        alignItems: 'center',
        gap: { xs: 0, sm: 1 },
        bgcolor: 'background.paper',
        borderBottom: 1,
        borderColor: 'divider',
        '& > .MuiIconButton-root, & > .MuiStack-root > .MuiIconButton-root': phoneButton,
      }}
    >
      <IconButton aria-label="Open menu" onClick={() => setDrawerOpen(true)} sx={{ display: { md: 'none' } }}>
        <Icon path={mdiMenu} />
      </IconButton>
      <Logo />
      {name === '' ? null : (
        <Muted noWrap title={name} sx={{ ml: 2, maxWidth: 200, display: { xs: 'none', lg: 'block' } }}>
          {name}
        </Muted>
      )}
      <Stack
        component="nav"
        aria-label="Main"
        direction="row"
        spacing={1}
        sx={{ ml: 4, display: { xs: 'none', md: 'flex' } }}
      >
        <Button
          component={NavLink}
          to="/home"
          color="inherit"
          sx={{ '&[aria-current=page]': { color: 'primary.main' } }}
        >
          Home
        </Button>
        {menus.map((menu) => (
          <BarMenu key={menu.label} menu={menu} />
        ))}
      </Stack>
      <Stack direction="row" spacing={{ xs: 0, sm: 1 }} sx={{ ml: 'auto', alignItems: 'center' }}>
        <SearchHost session={session} />
        <WatchlistMenu />
        <NotificationBell />
        <ColorModeMenu />
        <AccountMenu session={session} />
      </Stack>
      {help.dialog}
      {drawerOpen === undefined ? null : (
        <Suspense fallback={null}>
          <SideDrawer open={drawerOpen} menus={menus} onClose={() => setDrawerOpen(false)} />
        </Suspense>
      )}
    </Box>
  );
}
