import Box from '@mui/material/Box';
import Typography from '@mui/material/Typography';
import { useQuery } from '@tanstack/react-query';
import type { Dashboard } from '@twinward/contracts/questions/dashboard';
import type { DisplayContent, getDisplayContent } from '@twinward/contracts/questions/display';
import { type ReactNode, useEffect, useMemo, useState } from 'react';
import { useLocation } from 'react-router';
import { ApiError } from '../../../shared/api/api-error.ts';
import { call, toHeaders } from '../../../shared/api/http.ts';
import type { Credentials } from '../../../shared/session/credentials.ts';
import { readDisplayToken } from '../../../shared/session/display-token.ts';
import { AsMeasured } from '../../../shared/units/use-display-unit.ts';
import { useNow } from '../../../ui/format/clock.ts';
import { formatDateTime, setCurrencySymbol } from '../../../ui/format/format.ts';
import { TimeZoneProvider, useTimeZone } from '../../../ui/format/time-zone.ts';
import { CardSourceContext, displaySource } from '../api/card-source.ts';
import { DashboardGrid } from '../grid/dashboard-grid.tsx';
import { useDisplayEvents } from './use-display-events.ts';

/** Milliseconds before a display retries after a rejection or connection failure. */
const retry = 30_000;

/** `/dashboard#display=`: rotates dashboards on a wall screen, with the token of a display instead of a sign-in. */
export function WallPage(): ReactNode {
  const { hash } = useLocation();
  const token = useMemo(() => readDisplayToken(hash), [hash]);
  return token === null ? null : <Wall token={token} />;
}

function Wall({ token }: { token: Credentials }): ReactNode {
  const content = useQuery({
    queryKey: ['displays', { token: token.sessionId }],
    queryFn: ({ signal }) =>
      call<typeof getDisplayContent>('GET /api/displays/content', { headers: toHeaders(token), signal }),
    refetchInterval: ({ state }) => (state.status === 'error' ? retry : false),
  });
  useDisplayEvents(token);
  if (isRefused(content.error)) {
    return <Message text="This display was deleted or has expired. A dashboard manager can add a new one." />;
  }
  if (content.data === undefined) {
    return <Message text={content.isError ? 'The server can’t be reached. Trying again...' : 'Loading...'} />;
  }
  setCurrencySymbol(content.data.currencySymbol);
  return (
    <TimeZoneProvider value={content.data.timeZone}>
      {content.data.dashboards.length === 0 ? (
        <Message text="The dashboards of this display were deleted." />
      ) : (
        <Turns token={token} content={content.data} />
      )}
    </TimeZoneProvider>
  );
}

const isRefused = (error: Error | null): boolean => error instanceof ApiError && error.isRefusal;

const Message = ({ text }: { text: string }): ReactNode => (
  <Surface>
    <Typography role="status" sx={{ fontSize: '1.25rem', m: 'auto' }}>
      {text}
    </Typography>
  </Surface>
);

/** Covers the whole page, including the top bar of a signed-in user. */
const Surface = ({ children }: { children: ReactNode }): ReactNode => (
  <Box
    sx={{
      position: 'fixed',
      inset: 0,
      zIndex: ({ zIndex }) => zIndex.modal,
      overflow: 'auto',
      bgcolor: 'background.default',
      display: 'flex',
      flexDirection: 'column',
      p: 6,
    }}
  >
    {children}
  </Box>
);

/** Shows each dashboard for its duration, then the next one. */
function Turns({ token, content }: { token: Credentials; content: DisplayContent }): ReactNode {
  const { dashboards, seconds } = content;
  const [turn, setTurn] = useState(0);
  useEffect(() => {
    if (dashboards.length < 2) return;
    const timer = setInterval(() => setTurn((last) => last + 1), seconds * 1000);
    return () => clearInterval(timer);
  }, [dashboards.length, seconds]);
  const shown = dashboards[turn % dashboards.length]!;
  return <OnWall key={shown.id} token={token} dashboard={shown} place={content.name} />;
}

function OnWall({
  token,
  dashboard,
  place,
}: {
  token: Credentials;
  dashboard: Dashboard;
  place: string;
}): ReactNode {
  const { id, name, content } = dashboard;
  const source = useMemo(() => displaySource(token, id), [token, id]);
  const values = useMemo(() => ({ range: content.range }), [content.range]);
  return (
    <Surface>
      <Box component="header" sx={{ display: 'flex', alignItems: 'baseline', gap: 4, pb: 4 }}>
        <Typography variant="h1">{name}</Typography>
        <Typography sx={{ color: 'text.secondary' }}>{place}</Typography>
        <Clock />
      </Box>
      {/* Not interactive, since links would leave the page. */}
      <Box sx={{ pointerEvents: 'none', '& button': { display: 'none' } }}>
        <CardSourceContext value={source}>
          <AsMeasured value={true}>
            <DashboardGrid cards={content.cards} values={values} readsAtOnce />
          </AsMeasured>
        </CardSourceContext>
      </Box>
    </Surface>
  );
}

function Clock(): ReactNode {
  const now = useNow();
  const timeZone = useTimeZone();
  return (
    <Typography sx={{ ml: 'auto', color: 'text.secondary', fontVariantNumeric: 'tabular-nums' }}>
      {formatDateTime(now, timeZone)}
    </Typography>
  );
}
