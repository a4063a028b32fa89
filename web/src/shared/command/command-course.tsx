import Button from '@mui/material/Button';
import Stack from '@mui/material/Stack';
import type { Command } from '@twinward/contracts/core/command';
import type { ReactNode } from 'react';
import { ProgressLine } from '../../ui/feedback/progress-line.tsx';
import { ErrorState } from '../../ui/feedback/states.tsx';
import { Muted } from '../../ui/page/muted.tsx';
import { useCancelCommand } from '../api/queries/use-command.ts';

/** The progress of a background command, with a button that cancels it. */
export function CommandCourse({ command, label }: { command: Command; label: string }): ReactNode {
  const cancel = useCancelCommand(command.commandId);
  return (
    <Stack spacing={3} sx={{ alignItems: 'start', '& > *': { maxWidth: 1, width: 1 } }}>
      <ProgressLine label={label} percent={command.status === 'queued' ? null : command.percent} />
      <Muted>This continues when you leave the page. Open the same address to see the progress.</Muted>
      <ErrorState error={cancel.error} fallback="The task could not be canceled." />
      <Button
        variant="outlined"
        loading={cancel.isPending}
        sx={{ '&&': { width: 'auto' } }}
        onClick={() => cancel.mutate()}
      >
        Cancel
      </Button>
    </Stack>
  );
}
