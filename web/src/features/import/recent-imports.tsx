import Box from '@mui/material/Box';
import Link from '@mui/material/Link';
import Typography from '@mui/material/Typography';
import type { Command } from '@twinward/contracts/command';
import type { ReactNode } from 'react';
import { Time } from '../../ui/time.tsx';
import { useRecentImports } from './api/use-recent-imports.ts';

const statusText = ({ status, percent }: Command): string =>
  status === 'running'
    ? `${percent} %`
    : { queued: 'waiting', done: 'done', error: 'failed', canceled: 'canceled' }[status];

/** The newest imports, running ones too: each leads to how it goes or went. */
export function RecentImports({ onCommand }: { onCommand(commandId: string): void }): ReactNode {
  const { data } = useRecentImports();
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
