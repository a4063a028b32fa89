import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import type { ConnectionStatus } from '@twinward/contracts/connections/connection';
import { type ReactNode, useState } from 'react';
import { Time } from '../../../ui/format/time.tsx';
import { Muted } from '../../../ui/page/muted.tsx';
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
        <Muted>The connection has not run yet.</Muted>
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
