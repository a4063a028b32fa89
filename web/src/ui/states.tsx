import Alert from '@mui/material/Alert';
import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import Collapse from '@mui/material/Collapse';
import Skeleton from '@mui/material/Skeleton';
import Stack from '@mui/material/Stack';
import Typography from '@mui/material/Typography';
import { type ReactNode, useState } from 'react';
import { failureDetail, failureMessage } from './failure.ts';

/** The shape of `rows` table rows or lines, while their first content loads. */
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

/** What would be here, and the step that fills it. */
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
      {hint === undefined ? null : (
        <Typography variant="body2" sx={{ color: 'text.secondary', maxWidth: 560 }}>
          {hint}
        </Typography>
      )}
      {action}
    </Stack>
  );
}

/** What happened, with the longer text behind Details, and Retry where another try may help. */
export function ErrorState({
  error,
  fallback = 'Something went wrong.',
  onRetry,
}: {
  error: unknown;
  fallback?: string;
  onRetry?: () => void;
}): ReactNode {
  const [open, setOpen] = useState(false);
  const detail = failureDetail(error);
  return (
    <Alert
      severity="error"
      variant="outlined"
      sx={{ my: 2 }}
      action={
        <>
          {detail === undefined ? null : (
            <Button color="inherit" aria-expanded={open} onClick={() => setOpen(!open)}>
              Details
            </Button>
          )}
          {onRetry === undefined ? null : (
            <Button color="inherit" onClick={onRetry}>
              Retry
            </Button>
          )}
        </>
      }
    >
      {failureMessage(error, fallback)}
      <Collapse in={open}>
        <Typography variant="body2" sx={{ mt: 1, whiteSpace: 'pre-wrap', overflowWrap: 'anywhere' }}>
          {detail}
        </Typography>
      </Collapse>
    </Alert>
  );
}
