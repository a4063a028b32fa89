import Box from '@mui/material/Box';
import { keyframes } from '@mui/material/styles';
import type { insufficientPrivilege } from '@twinward/contracts/core/error';
import { type ReactNode, Suspense, useContext } from 'react';
import { Navigate, useLocation } from 'react-router';
import { readDisplayToken } from '../../shared/session/display-token.ts';
import { isRestrictedPage, restrictedPath } from '../../shared/session/restriction.ts';
import { mayOpen, SessionContext } from '../../shared/session/session-context.tsx';
import { EmptyState, LoadingRows } from '../../ui/feedback/states.tsx';
import { Page } from '../../ui/page/page.tsx';
import { TextLink } from '../../ui/page/text-link.tsx';
import type { BuiltRoute } from '../routes.tsx';
import { rememberedDestination } from './destination.ts';
import { hasPage } from './navigation.ts';
import { notFoundAt } from './not-found-at.ts';

const refusal: typeof insufficientPrivilege = 'You do not have sufficient privileges to access this page.';

/** Shows a route's screen to users with access, and redirects others. */
export function Guarded({ entry }: { entry: BuiltRoute }): ReactNode {
  const session = useContext(SessionContext);
  const location = useLocation();

  if (entry.displayScreen !== undefined && readDisplayToken(location.hash) !== null) {
    return (
      <>
        <title>{`${entry.title} - Twinward`}</title>
        <Suspense fallback={null}>
          <entry.displayScreen fallback={null} />
        </Suspense>
      </>
    );
  }
  if (session === null && entry.access !== 'public') {
    return <Navigate to="/signin" replace state={{ destination: location }} />;
  }
  if (session !== null && entry.signedOutOnly)
    return <Navigate to={rememberedDestination(location.state)} replace />;
  if (session !== null && entry.access !== 'public') {
    const restricted = restrictedPath(session);
    if (restricted === null && isRestrictedPage(entry.path)) {
      return <Navigate to={rememberedDestination(location.state)} replace />;
    }
    if (restricted !== null && restricted !== entry.path) {
      // Between two restricted pages, keep the original destination.
      const state = isRestrictedPage(entry.path) ? location.state : { destination: location };
      return <Navigate to={restricted} replace state={state} />;
    }
  }
  if (session !== null && !hasPage(session, entry)) {
    return <Navigate to={notFoundAt(location)} replace />;
  }
  return (
    <>
      <title>{`${entry.title} - Twinward`}</title>
      {session !== null && !mayOpen(session, entry.access) ? (
        <Page title={entry.title}>
          <EmptyState title={refusal} action={<TextLink to="/home">Go to Home</TextLink>} />
        </Page>
      ) : (
        <Suspense key={entry.path} fallback={<ScreenSkeleton title={entry.title} />}>
          <entry.screen fallback={<ScreenSkeleton title={entry.title} />} />
        </Suspense>
      )}
    </>
  );
}

const pass = keyframes({ from: { transform: 'translateX(-100%)' }, to: { transform: 'translateX(300%)' } });

/** A moving progress line, 2 px high. Keeps MUI's component out of the first load. */
const movingLine = {
  height: 2,
  mb: '-2px',
  overflow: 'hidden',
  '&::after': {
    content: '""',
    display: 'block',
    width: '33%',
    height: '100%',
    bgcolor: 'primary.main',
    animation: `${pass} 1.5s linear infinite`,
  },
} as const;

/** Shown while the code of a screen is loading: a moving line, the title of the route, and rows. */
const ScreenSkeleton = ({ title }: { title: string }): ReactNode => (
  <>
    {/* Hidden, since the rows announce that the page is loading. */}
    <Box aria-hidden sx={movingLine} />
    <Page title={title} isLoading>
      <LoadingRows />
    </Page>
  </>
);
