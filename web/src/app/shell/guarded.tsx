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

/** Shows a route's screen to those who may open it; leads everyone else where they can go. */
export function Guarded({ entry }: { entry: BuiltRoute }): ReactNode {
  const session = useContext(SessionContext);
  const location = useLocation();

  if (entry.displayScreen !== undefined && readDisplayToken(location.hash) !== null) {
    return (
      <>
        <title>{`${entry.title} - Twinward`}</title>
        <Suspense fallback={null}>
          <entry.displayScreen />
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
      // From one such page to the next, the destination is still the first.
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
        <Suspense fallback={<ScreenSkeleton />}>
          <entry.screen />
        </Suspense>
      )}
    </>
  );
}

const ScreenSkeleton = (): ReactNode => (
  <Page title="">
    <LoadingRows />
  </Page>
);
