import Alert from '@mui/material/Alert';
import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import type { JobStatus } from '@twinward/contracts/signals/tag';
import type { ReactNode } from 'react';
import { useCancelCommand } from '../../../shared/api/queries/use-command.ts';
import { ProgressLine } from '../../../ui/feedback/progress-line.tsx';
import { ErrorState } from '../../../ui/feedback/states.tsx';
import { isRunning } from '../api/get-tag-status.ts';

/** The progress of a recalculation with a cancel button, or the result of one that did not complete. */
export function Recalculation({ job, mayCancel }: { job: JobStatus; mayCancel: boolean }): ReactNode {
  const cancel = useCancelCommand(job.commandId);
  if (isRunning(job)) {
    return (
      <Box sx={{ display: 'flex', alignItems: 'center', gap: 4, maxWidth: 640 }}>
        <Box sx={{ flex: 1 }}>
          <ProgressLine
            label={
              job.status === 'pending'
                ? 'Waiting for recalculation. The old points are kept until then.'
                : 'Recalculating. The old points are kept until it is done:'
            }
            percent={job.status === 'pending' ? null : job.percent}
          />
        </Box>
        {mayCancel ? (
          <Button loading={cancel.isPending || cancel.isSuccess} onClick={() => cancel.mutate()}>
            Cancel recalculation
          </Button>
        ) : null}
        <ErrorState error={cancel.error} fallback="The recalculation could not be canceled." />
      </Box>
    );
  }
  if (job.status === 'error') {
    return (
      <Alert severity="error" variant="outlined" sx={{ my: 2 }}>
        {job.error ?? 'The recalculation failed.'}
      </Alert>
    );
  }
  return job.status === 'canceled' ? (
    <Alert severity="info" variant="outlined" sx={{ my: 2 }}>
      The last recalculation was canceled. Older points may come from the previous logic.
    </Alert>
  ) : null;
}

/** The status of a recalculation, in a word or two. */
export function recalculationText(job: JobStatus | undefined): string {
  switch (job?.status) {
    case undefined:
      return '–';
    case 'pending':
      return 'Waiting';
    case 'loading':
    case 'running':
      return `Running, ${job.percent} %`;
    case 'complete':
      return 'Complete';
    case 'error':
      return 'Failed';
    case 'canceled':
      return 'Canceled';
  }
}
