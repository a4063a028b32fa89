import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import Typography from '@mui/material/Typography';
import type { OwnSession } from '@twinward/contracts/access/session';
import type { ReactNode } from 'react';
import { Loaded } from '../../ui/feedback/loaded.tsx';
import { ErrorState } from '../../ui/feedback/states.tsx';
import { Time } from '../../ui/format/time.tsx';
import { Muted } from '../../ui/page/muted.tsx';
import { Section } from '../../ui/page/section.tsx';
import { useEndSessions, useOwnSessions } from './api/own-sessions.ts';
import { browserName } from './browser-name.ts';

/** The user's sessions, with a button to end each. */
export function OwnSessions(): ReactNode {
  const sessions = useOwnSessions();
  const end = useEndSessions();
  const hasOthers = sessions.data?.some((session) => !session.current) ?? false;
  return (
    <Section
      title="Where you are signed in"
      aside={
        hasOthers ? (
          <Button loading={end.isPending && end.variables === null} onClick={() => end.mutate(null)}>
            Sign out of all others
          </Button>
        ) : null
      }
    >
      <ErrorState error={end.error} fallback="The session could not be ended." />
      <Loaded query={sessions} rows={2} fallback="The sessions could not be loaded.">
        {(all) => (
          <Box component="ul" aria-label="Sessions" sx={{ listStyle: 'none', m: 0, p: 0, maxWidth: 640 }}>
            {all.map((session) => (
              <SessionLine
                key={session.id}
                session={session}
                busy={end.isPending && end.variables === session.id}
                onEnd={() => end.mutate(session.id)}
              />
            ))}
          </Box>
        )}
      </Loaded>
    </Section>
  );
}

function SessionLine({
  session,
  busy,
  onEnd,
}: {
  session: OwnSession;
  busy: boolean;
  onEnd: () => void;
}): ReactNode {
  const name = browserName(session.userAgent);
  return (
    <Box
      component="li"
      sx={{ display: 'flex', alignItems: 'center', gap: 3, py: 2, borderBottom: 1, borderColor: 'divider' }}
    >
      <Box sx={{ flex: 1, minWidth: 0, overflowWrap: 'anywhere' }}>
        <Typography sx={{ fontWeight: session.current ? 600 : 400 }}>
          {name}
          {session.current ? ' (this one)' : ''}
        </Typography>
        <Muted>
          {session.address}, signed in <Time value={session.createdAt} />
        </Muted>
      </Box>
      {session.current ? null : (
        <Button aria-label={`Sign out of ${name} at ${session.address}`} loading={busy} onClick={onEnd}>
          Sign out
        </Button>
      )}
    </Box>
  );
}
