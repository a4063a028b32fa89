import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import Typography from '@mui/material/Typography';
import type { ConnectionStatus } from '@twinward/contracts/connections/connection';
import { type ReactNode, useState } from 'react';
import { Time } from '../../../ui/format/time.tsx';
import { Section } from '../../../ui/page/section.tsx';
import { StateMark } from '../state-chip.tsx';

const atFirst = 8;

/** The last states of a connection, newest first. */
export function StatesSection({ status }: { status: readonly ConnectionStatus[] }): ReactNode {
  const [isWhole, setIsWhole] = useState(false);
  const shown = isWhole ? status : status.slice(0, atFirst);
  return (
    <Section title="States">
      {status.length === 0 ? (
        <Typography variant="body2" sx={{ color: 'text.secondary' }}>
          The connection has not run yet.
        </Typography>
      ) : (
        <Box component="ol" aria-label="States" sx={{ m: 0, p: 0, listStyle: 'none' }}>
          {shown.map(({ time, state, message }) => (
            <Box
              component="li"
              key={`${time} ${state} ${message}`}
              sx={{
                display: 'grid',
                gridTemplateColumns: '104px 112px minmax(0, 1fr)',
                columnGap: 3,
                alignItems: 'center',
                py: 1,
                fontSize: '0.8125rem',
              }}
            >
              <Box sx={{ color: 'text.secondary' }}>
                <Time value={time} />
              </Box>
              <Box>
                <StateMark state={state} />
              </Box>
              <Box sx={{ overflowWrap: 'anywhere' }}>{message}</Box>
            </Box>
          ))}
        </Box>
      )}
      {status.length > shown.length ? (
        <Button onClick={() => setIsWhole(true)}>{`Show all ${status.length}`}</Button>
      ) : null}
    </Section>
  );
}
