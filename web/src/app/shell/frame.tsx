import Box from '@mui/material/Box';
import { type ReactNode, useContext, useEffect, useRef } from 'react';
import { Outlet, ScrollRestoration, useLocation } from 'react-router';
import { SessionContext } from '../../shared/session/session-context.tsx';
import { ImportHost } from './import-host.tsx';
import { SkipLink } from './skip-link.tsx';
import { TopBar } from './top-bar.tsx';

/** What stands around every screen. */
export function Frame(): ReactNode {
  const session = useContext(SessionContext);
  const main = useFocusOnNewScreen();
  return (
    <Box sx={{ minHeight: '100dvh', display: 'flex', flexDirection: 'column' }}>
      <SkipLink target="main" />
      {session === null || session.mustEnrol ? null : <TopBar session={session} />}
      <Box
        component="main"
        id="main"
        ref={main}
        tabIndex={-1}
        sx={{ flex: 1, minWidth: 0, '&:focus-visible': { outline: 'none' } }}
      >
        <Outlet />
      </Box>
      <ImportHost />
      <ScrollRestoration />
    </Box>
  );
}

/** A new screen is read from its start; a change of filters or page leaves the focus where it is. */
function useFocusOnNewScreen(): React.RefObject<HTMLElement | null> {
  const main = useRef<HTMLElement>(null);
  const { pathname } = useLocation();
  const shown = useRef(pathname);
  useEffect(() => {
    if (shown.current === pathname) return;
    shown.current = pathname;
    main.current?.focus({ preventScroll: true });
  }, [pathname]);
  return main;
}
