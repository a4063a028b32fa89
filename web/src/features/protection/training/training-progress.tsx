import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import FormControlLabel from '@mui/material/FormControlLabel';
import Stack from '@mui/material/Stack';
import Switch from '@mui/material/Switch';
import type { TrainingJobStatus, TrainingStatus } from '@twinward/contracts/protections/pattern-training';
import type { ReactNode } from 'react';
import { useSession } from '../../../shared/session/session-context.tsx';
import { AlertBar } from '../../../ui/feedback/alert-bar.tsx';
import { ProgressLine } from '../../../ui/feedback/progress-line.tsx';
import { ErrorState } from '../../../ui/feedback/states.tsx';
import { isTraining, type useTrainingActions } from '../api/patterns.ts';

const stages: Record<Exclude<TrainingJobStatus, 'done' | 'error' | 'canceled'>, string> = {
  queued: 'Queued',
  initializing: 'Reading the points of the ranges',
  processing: 'Training',
  finalizing: 'Testing on held-out ranges and storing',
};

/**
 * The progress of a background training, with a switch for a notification when it ends; or the reason why it ended
 * without a result.
 */
export function TrainingProgress({
  training,
  mayCancel,
  actions: { cancel, notify },
}: {
  training: TrainingStatus;
  mayCancel: boolean;
  actions: ReturnType<typeof useTrainingActions>;
}): ReactNode {
  const { user } = useSession();
  const { jobStatus, completionPercent, log, error } = training;
  if (jobStatus === 'done') return null;
  if (!isTraining(training)) {
    return (
      <AlertBar
        severity={jobStatus === 'error' ? 'error' : 'info'}
        message={
          jobStatus === 'error'
            ? (error ?? 'The training failed.')
            : 'The training was canceled. No version was created.'
        }
        detail={log.length > 0 ? log.join('\n') : undefined}
      />
    );
  }
  const stage = stages[jobStatus as keyof typeof stages] ?? jobStatus;
  return (
    <Box sx={{ maxWidth: 720 }}>
      <ProgressLine label={stage} percent={jobStatus === 'queued' ? null : completionPercent} />
      {log.length === 0 ? null : (
        <Box
          role="log"
          aria-label="Training log"
          tabIndex={0}
          sx={{ fontSize: '0.8125rem', color: 'text.secondary', maxHeight: 120, overflowY: 'auto' }}
        >
          {log.map((line, index) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: lines are only appended
            <div key={index}>{line}</div>
          ))}
        </Box>
      )}
      <Stack direction="row" sx={{ flexWrap: 'wrap', alignItems: 'center', columnGap: 4 }}>
        <FormControlLabel
          control={
            <Switch
              // Optimistic update.
              checked={notify.isPending ? notify.variables : training.notifyUsers.includes(user.id)}
              onChange={(_, on) => notify.mutate(on)}
            />
          }
          label="Notify me when it is done"
        />
        {mayCancel ? (
          <Button loading={cancel.isPending} onClick={() => cancel.mutate()}>
            Cancel training
          </Button>
        ) : null}
      </Stack>
      <ErrorState error={notify.error} fallback="The setting could not be saved." />
      <ErrorState error={cancel.error} fallback="The training could not be canceled." />
    </Box>
  );
}
