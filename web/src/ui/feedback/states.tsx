import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import Skeleton from '@mui/material/Skeleton';
import Stack from '@mui/material/Stack';
import Typography from '@mui/material/Typography';
import type { ReactNode } from 'react';
import { Muted } from '../page/muted.tsx';
import { AlertBar } from './alert-bar.tsx';
import { failureDetail, failureMessage } from './failure.ts';

/** A skeleton of `rows` rows or lines during the first load. */
export function LoadingRows({
  rows = 8,
  label = 'Loading...',
}: {
  rows?: number;
  label?: string;
}): ReactNode {
  return (
    <Box role="status" aria-label={label}>
      {Array.from({ length: rows }, (_, row) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: placeholders have no identity
        <Skeleton key={row} variant="text" height={32} sx={{ transform: 'none', my: 0.5 }} />
      ))}
    </Box>
  );
}

/** An empty state: what will be shown here, and the step that fills it. */
export function EmptyState({
  title,
  hint,
  action,
}: {
  title: string;
  hint?: string;
  action?: ReactNode;
}): ReactNode {
  return (
    <Stack spacing={1} sx={{ py: 3, alignItems: 'flex-start' }}>
      <Typography>{title}</Typography>
      {hint === undefined ? null : <Muted sx={{ maxWidth: 560 }}>{hint}</Muted>}
      {action}
    </Stack>
  );
}

/**
 * An error with the longer text behind Details, and Retry if another attempt may help. Renders nothing if `error` is
 * null or undefined, so a call needs no condition around it.
 */
export function ErrorState({
  error,
  message,
  fallback = 'Something went wrong.',
  onRetry,
}: {
  error: unknown;
  /** Always shown; the error's own message is then behind Details. */
  message?: string | undefined;
  fallback?: string | undefined;
  onRetry?: () => void;
}): ReactNode {
  if (error === null || error === undefined) return null;
  return (
    <AlertBar
      severity="error"
      message={message ?? failureMessage(error, fallback)}
      detail={message === undefined ? failureDetail(error) : describeCause(error)}
      action={
        onRetry === undefined ? null : (
          <Button color="inherit" onClick={onRetry}>
            Retry
          </Button>
        )
      }
    />
  );
}

/** The complete text of an error. */
const describeCause = (error: unknown): string =>
  [failureMessage(error, ''), failureDetail(error)].filter((text) => text).join(' ');
