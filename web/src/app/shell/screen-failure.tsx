import Button from '@mui/material/Button';
import type { ReactNode } from 'react';
import { AlertBar } from '../../ui/feedback/alert-bar.tsx';
import { ErrorState } from '../../ui/feedback/states.tsx';
import { ChunkLoadError } from '../../ui/page/lazy-component.tsx';
import { Page } from '../../ui/page/page.tsx';

/** Shown instead of a screen that failed, or whose code could not be loaded. */
export function ScreenFailure({
  error,
  reload = () => window.location.reload(),
}: {
  error: unknown;
  reload?: () => void;
}): ReactNode {
  if (error instanceof ChunkLoadError) {
    return (
      <Page title="This page could not be loaded">
        <AlertBar
          severity="error"
          message={`${error.message} The connection may be slow or broken, or Twinward was updated.`}
          detail={error.cause instanceof Error ? error.cause.message : undefined}
          action={
            <Button color="inherit" onClick={reload}>
              Reload
            </Button>
          }
        />
      </Page>
    );
  }
  return (
    <Page title="This page failed">
      <ErrorState error={error} onRetry={reload} />
    </Page>
  );
}
