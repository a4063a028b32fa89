import Box from '@mui/material/Box';
import Link from '@mui/material/Link';
import Typography from '@mui/material/Typography';
import type { Command, CommandType } from '@twinward/contracts/core/command';
import type { ReactNode } from 'react';
import { formatPercent } from '../../ui/format/format.ts';
import { Time } from '../../ui/format/time.tsx';
import { useRecentImports } from '../api/queries/use-recent-imports.ts';

/** Whether a command only checks a file. */
export const isCheck = ({ type, targetType }: Command): boolean =>
  type !== 'import-data-points' && targetType === 'file';

const statusText = (command: Command): string =>
  command.status === 'running'
    ? formatPercent(command.percent)
    : {
        queued: 'waiting',
        done: isCheck(command) ? 'checked' : 'done',
        error: 'failed',
        canceled: 'canceled',
      }[command.status];

/** The latest imports of a kind, including running ones, with links to their state or result. */
export function RecentImports({
  type,
  recordType,
  onCommand,
}: {
  type: CommandType;
  /** Limits imports of records to one record type. */
  recordType?: string | undefined;
  onCommand(commandId: string): void;
}): ReactNode {
  const { data } = useRecentImports(type, recordType);
  if (data === undefined || data.records.length === 0) return null;
  return (
    <Box component="section" aria-label="Recent imports">
      <Typography variant="h3" sx={{ pb: 1 }}>
        Recent imports
      </Typography>
      {data.records.map((command) => (
        <Box
          key={command.commandId}
          sx={{
            display: 'grid',
            gridTemplateColumns: 'minmax(0, 1fr) auto 96px',
            columnGap: 3,
            py: 1,
            fontSize: '0.8125rem',
            borderBottom: 1,
            borderColor: 'divider',
          }}
        >
          <Link
            component="button"
            underline="hover"
            onClick={() => onCommand(command.commandId)}
            sx={{ font: 'inherit', textAlign: 'left', overflowWrap: 'anywhere' }}
          >
            {command.targetName}
          </Link>
          <span>{statusText(command)}</span>
          <Box sx={{ textAlign: 'right', color: 'text.secondary', whiteSpace: 'nowrap' }}>
            <Time value={command.createdAt} />
          </Box>
        </Box>
      ))}
    </Box>
  );
}
