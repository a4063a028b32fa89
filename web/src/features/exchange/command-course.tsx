import Button from '@mui/material/Button';
import Stack from '@mui/material/Stack';
import type { Command } from '@twinward/contracts/core/command';
import type { ReactNode } from 'react';
import { isUnfinished, useCancelCommand, useCommand } from '../../shared/api/queries/use-command.ts';
import { AlertBar } from '../../ui/feedback/alert-bar.tsx';
import { Loaded } from '../../ui/feedback/loaded.tsx';
import { ProgressLine } from '../../ui/feedback/progress-line.tsx';
import { ErrorState } from '../../ui/feedback/states.tsx';

/** The progress of a command, then its error or its rendered result. */
export function CommandCourse({
  commandId,
  doing,
  children,
}: {
  commandId: string;
  /** Text shown while it runs. */
  doing: string;
  children: (command: Command) => ReactNode;
}): ReactNode {
  const command = useCommand(commandId);
  const cancel = useCancelCommand(commandId);
  return (
    <Loaded query={command} fallback="The command could not be found.">
      {(found) => {
        const { status, percent, error } = found;
        if (isUnfinished(status))
          return (
            <Stack spacing={2}>
              <ProgressLine label={doing} percent={status === 'queued' ? null : percent} />
              <ErrorState error={cancel.error} fallback="The task could not be canceled." />
              <div>
                <Button loading={cancel.isPending} onClick={() => cancel.mutate()}>
                  Cancel
                </Button>
              </div>
            </Stack>
          );
        if (status === 'done') return children(found);
        return status === 'error' ? (
          <AlertBar severity="error" message={error ?? 'The task failed.'} />
        ) : (
          <AlertBar severity="info" message="Canceled. Nothing was changed." />
        );
      }}
    </Loaded>
  );
}
