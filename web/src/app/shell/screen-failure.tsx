import type { ReactNode } from 'react';
import { useRouteError } from 'react-router';
import { Page } from '../../ui/page.tsx';
import { ErrorState } from '../../ui/states.tsx';

/** In place of a screen that failed, or whose code could not be loaded. */
export function ScreenFailure(): ReactNode {
  const error = useRouteError();
  return (
    <Page title="This page failed">
      <ErrorState error={error} onRetry={() => window.location.reload()} />
    </Page>
  );
}
