import Box from '@mui/material/Box';
import Stack from '@mui/material/Stack';
import type { Connection } from '@twinward/contracts/connections/connection';
import type { ReactNode } from 'react';
import { basePath } from '../../../shared/address/base-path.ts';
import { AlertBar } from '../../../ui/feedback/alert-bar.tsx';
import { CopyButton } from '../../../ui/form/copy-button.tsx';
import { formatCount, formatNumber } from '../../../ui/format/format.ts';
import { Time } from '../../../ui/format/time.tsx';
import { Facts } from '../../../ui/page/facts.tsx';
import { Muted } from '../../../ui/page/muted.tsx';
import { Section } from '../../../ui/page/section.tsx';
import { CodeBlock } from './code-block.tsx';
import { TokenField } from './token-field.tsx';

/** Share of the spool at which the page warns. */
const fullShare = 0.8;

const megabytes = (bytes: number): string => formatNumber(Math.round(bytes / 104_857.6) / 10);

/** The state of the process that runs a connection at the plant, and how to start it. */
export function PlantSection({ connection }: { connection: Connection }): ReactNode {
  const { plant } = connection;
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
            message="The spool is nearly full. When it is full, new points are not kept. They are read from the history of the system later, or lost if it has no history."
          />
        ) : null}
        <Facts
          facts={[
            ['Last seen', <Time key="seen" value={plant?.seenAt ?? null} none="Never" />],
            [
              'Spool',
              spool === null
                ? '–'
                : `${formatCount(spool.points)} points, ${megabytes(spool.bytes)} of ${megabytes(spool.limit)} MB`,
            ],
          ]}
        />
        <TokenField connection={connection} />
        <Muted>
          Run this command on a machine at the plant that has Twinward installed. The process calls this
          server by https; no port of the plant is opened.
        </Muted>
        <Box>
          <CodeBlock label="Command">{command}</CodeBlock>
          <CopyButton text={command} label="Copy command" />
        </Box>
      </Stack>
    </Section>
  );
}
