import Typography from '@mui/material/Typography';
import type { ReactNode } from 'react';
import { ProgressLine } from '../../ui/feedback/progress-line.tsx';
import { formatCount } from '../../ui/format/format.ts';
import { isUnfinished, useCommand } from '../api/queries/use-command.ts';

interface BulkResult {
  changed: number;
  refused: number;
  reasons: { message: string }[];
}

/** The progress of a command that changes many records, then how many it changed and refused, with the first reason. */
export function BulkProgress({ commandId }: { commandId: string }): ReactNode {
  const { data: command } = useCommand(commandId);
  if (command === undefined) return null;
  if (isUnfinished(command.status))
    return <ProgressLine label={command.targetName} percent={command.percent} />;
  const result = command.result as BulkResult | null;
  const counts = result === null ? '' : ` ${formatCount(result.changed)} changed`;
  const refused = result === null || result.refused === 0 ? '' : `, ${formatCount(result.refused)} refused`;
  const [first] = result?.reasons ?? [];
  return (
    <Typography role="status" variant="body2" sx={{ color: 'text.secondary' }}>
      {command.targetName}:{counts}
      {refused}
      {first === undefined ? '.' : `: ${first.message}`}
      {command.error === null ? '' : ` ${command.error}`}
    </Typography>
  );
}
