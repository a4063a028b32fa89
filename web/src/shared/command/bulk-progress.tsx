import Box from '@mui/material/Box';
import Typography from '@mui/material/Typography';
import type { ReactNode } from 'react';
import { ProgressLine } from '../../ui/feedback/progress-line.tsx';
import { formatCount } from '../../ui/format/format.ts';
import { isUnfinished, useCommand } from '../api/queries/use-command.ts';

interface BulkResult {
  changed: number;
  refused: number;
  /** The first rejected records. */
  reasons: { title?: string; message: string }[];
}

/** The progress of a bulk command, then the number of changed and rejected records, with the first reasons. */
export function BulkProgress({ commandId }: { commandId: string }): ReactNode {
  const { data: command } = useCommand(commandId);
  if (command === undefined) return null;
  if (isUnfinished(command.status))
    return <ProgressLine label={command.targetName} percent={command.percent} />;
  const { changed = 0, refused = 0, reasons = [] } = (command.result as BulkResult | null) ?? {};
  const counts = refused === 0 ? '' : `, ${formatCount(refused)} refused`;
  return (
    <Typography component="div" role="status" variant="body2" sx={{ color: 'text.secondary' }}>
      {command.targetName}: {formatCount(changed)} done{counts}.
      {command.error === null ? '' : ` ${command.error}`}
      {reasons.length === 0 ? null : (
        <Box component="ul" sx={{ m: 0, pl: 6 }}>
          {reasons.map(({ title = '', message }) => (
            <li key={`${title} ${message}`}>{title === '' ? message : `${title}: ${message}`}</li>
          ))}
          {refused > reasons.length ? <li>And {formatCount(refused - reasons.length)} more.</li> : null}
        </Box>
      )}
    </Typography>
  );
}
