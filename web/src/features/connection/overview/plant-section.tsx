import Box from '@mui/material/Box';
import Stack from '@mui/material/Stack';
import Typography from '@mui/material/Typography';
import type { Connection } from '@twinward/contracts/connections/connection';
import type { ReactNode } from 'react';
import { basePath } from '../../../shared/address/base-path.ts';
import { AlertBar } from '../../../ui/feedback/alert-bar.tsx';
import { CopyButton } from '../../../ui/form/copy-button.tsx';
import { formatCount, formatNumber } from '../../../ui/format/format.ts';
import { Time } from '../../../ui/format/time.tsx';
import { Facts } from '../../../ui/page/facts.tsx';
import { Section } from '../../../ui/page/section.tsx';
import { TokenField } from './token-field.tsx';

/** Shares of the spool from which people are warned. */
const fullShare = 0.8;

const megabytes = (bytes: number): string => formatNumber(Math.round(bytes / 104_857.6) / 10);

/** How a connection at the plant does there, and how its process is started. */
export function PlantSection({ connection: { plant }, connection }: { connection: Connection }): ReactNode {
  const command = [
    `SERVER_URL=${window.location.origin}${basePath}`.replace(/\/$/, ''),
    'CONNECTION_TOKEN=<token>',
    'npm start connect',
  ].join(' \\\n  ');
  const spool = plant?.spool ?? null;
  const isFilling = spool !== null && spool.bytes > spool.limit * fullShare;
  return (
    <Section title="At the plant">
      <Stack spacing={4} sx={{ maxWidth: 880 }}>
        {isFilling ? (
          <AlertBar
            severity="warning"
            message="Its spool is nearly full. Points that come when it is full are read from the history of the system later, and are missing where it has none."
          />
        ) : null}
        <Facts
          facts={[
            ['Last heard of', <Time key="seen" value={plant?.seenAt ?? null} none="Never" />],
            [
              'Spool',
              spool === null
                ? '–'
                : `${formatCount(spool.points)} points, ${megabytes(spool.bytes)} of ${megabytes(spool.limit)} MB`,
            ],
          ]}
        />
        <TokenField connection={connection} />
        <Typography variant="body2" sx={{ color: 'text.secondary' }}>
          On a machine at the plant with Twinward installed, start the process that runs it. It only calls
          this server, by https: no port of the plant is opened.
        </Typography>
        <Box>
          <Box
            component="pre"
            tabIndex={0}
            role="region"
            aria-label="Command"
            sx={{
              m: 0,
              p: 3,
              border: 1,
              borderColor: 'divider',
              borderRadius: 1,
              overflowX: 'auto',
              fontSize: '0.8125rem',
              lineHeight: 1.5,
            }}
          >
            {command}
          </Box>
          <CopyButton text={command} label="Copy command" />
        </Box>
      </Stack>
    </Section>
  );
}
