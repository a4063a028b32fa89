import Button from '@mui/material/Button';
import Typography from '@mui/material/Typography';
import type { ReactNode } from 'react';
import { AlertBar } from '../ui/feedback/alert-bar.tsx';
import { LockScreen } from '../ui/feedback/lock-screen.tsx';
import { ProgressLine } from '../ui/feedback/progress-line.tsx';
import { EmptyState, ErrorState, LoadingRows } from '../ui/feedback/states.tsx';
import { Samples } from './samples.tsx';

const severities = ['info', 'success', 'warning', 'error'] as const;

/** Samples of loading, empty and error states, and of messages. */
export function StateParts(): ReactNode {
  return (
    <Samples title="States">
      {severities.map((severity) => (
        <AlertBar
          key={severity}
          severity={severity}
          message="The import has ended."
          detail={`Row 17: no number.\nRow 18: no time.`}
        />
      ))}
      <ErrorState error="The twin could not be loaded." onRetry={() => {}} />
      <EmptyState
        title="No protections yet."
        hint="A protection watches a twin's signals."
        action={<Button variant="outlined">Add protection</Button>}
      />
      <LoadingRows rows={4} label="Loading a sample" />
      <ProgressLine label="Importing" percent={41.7} />
      <ProgressLine label="Waiting" percent={null} />
      <LockScreen message="Save the mission before assets are changed.">
        <Typography>Pump 7, pump 8, pump 9.</Typography>
      </LockScreen>
    </Samples>
  );
}
