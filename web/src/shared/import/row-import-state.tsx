import Typography from '@mui/material/Typography';
import type { Command } from '@twinward/contracts/core/command';
import type { ReactNode } from 'react';
import { AlertBar } from '../../ui/feedback/alert-bar.tsx';
import { ProgressLine } from '../../ui/feedback/progress-line.tsx';
import { Muted } from '../../ui/page/muted.tsx';
import { isUnfinished } from '../api/queries/use-command.ts';
import { isCheck } from './recent-imports.tsx';

/** The progress or result of the check or import of a file. */
export function RowImportState({ command }: { command: Command }): ReactNode {
  const { status, targetName, percent, error } = command;
  const isChecked = isCheck(command);
  if (isUnfinished(status)) {
    const doing = isChecked ? 'Checking' : 'Importing';
    return (
      <>
        <ProgressLine
          label={status === 'queued' ? `${targetName} is waiting.` : `${doing} ${targetName}:`}
          percent={status === 'queued' ? null : percent}
        />
        <Muted>The import continues after you close this. See Recent imports.</Muted>
      </>
    );
  }
  if (status === 'error') return <AlertBar severity="error" message={error ?? 'The import failed.'} />;
  if (status === 'canceled') {
    return (
      <AlertBar
        severity="info"
        message={
          isChecked
            ? `The check of ${targetName} was canceled.`
            : `The import of ${targetName} was canceled. Rows that were already imported are kept.`
        }
      />
    );
  }
  return (
    <Typography>
      {isChecked ? `${targetName} is checked. Nothing is written yet.` : `${targetName} is imported.`}
    </Typography>
  );
}
