import Box from '@mui/material/Box';
import { type ReactNode, useContext, useEffect, useRef } from 'react';
import { Outlet, useLocation } from 'react-router';
import { useGeneral } from '../../shared/api/queries/use-general.ts';
import { restrictedPath } from '../../shared/session/restriction.ts';
import { SessionContext } from '../../shared/session/session-context.tsx';
import { AlertBar } from '../../ui/feedback/alert-bar.tsx';
import { Announcer } from '../../ui/feedback/announcer.tsx';
import { currencySymbol, setCurrencySymbol } from '../../ui/format/format.ts';
import { preloadOverlays } from '../../ui/page/lazy-overlay.tsx';
import { ImportHost } from './import-host.tsx';
import { SkipLink } from './skip-link.tsx';
import { TopBar } from './top-bar.tsx';
import { useFirstGesture } from './use-first-gesture.ts';
import { useKeptFocus } from './use-kept-focus.ts';
import { usePreloadedScreens } from './use-preloaded-screens.ts';
import { useRecordedVisits } from './use-recorded-visits.ts';
import { useScrollRestoration } from './use-scroll-restoration.ts';

/** The frame of every screen. */
export function Frame(): ReactNode {
  const session = useContext(SessionContext);
  const main = useFocusOnNewScreen();
  useKeptFocus();
  useScrollRestoration();
  usePreloadedScreens();
  useFirstGesture(preloadOverlays);
  useRecordedVisits(session);
  const { data: general } = useGeneral(session !== null && restrictedPath(session) === null);
  // Set before screens are rendered, since they format money with it.
  setCurrencySymbol(general?.currencySymbol ?? '$');
  const banner = session === null ? undefined : general?.banner;
  return (
    <Box sx={{ minHeight: '100dvh', display: 'flex', flexDirection: 'column' }}>
      <SkipLink target="main" />
      {session === null || restrictedPath(session) !== null ? null : <TopBar session={session} />}
      <Box
        component="main"
        id="main"
        ref={main}
        tabIndex={-1}
        sx={{ flex: 1, minWidth: 0, '&:focus-visible': { outline: 'none' } }}
      >
        {banner && banner.text !== '' ? (
          <Box sx={{ px: { xs: 3, sm: 6 }, overflowWrap: 'anywhere' }}>
            <AlertBar severity={banner.severity} message={banner.text} />
          </Box>
        ) : null}
        <Outlet key={currencySymbol()} />
      </Box>
      <ImportHost />
      <Announcer />
    </Box>
  );
}

/** Focuses the start of a new screen. A change of filters or list page keeps the focus. */
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
