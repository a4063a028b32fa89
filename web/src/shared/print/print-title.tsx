import Box from '@mui/material/Box';
import type { ReactNode } from 'react';
import { useNow } from '../../ui/format/clock.ts';
import { formatDateTime } from '../../ui/format/format.ts';
import { useTimeZone } from '../../ui/format/time-zone.ts';
import { useSession } from '../session/session-context.tsx';

export type PrintFact = readonly [name: string, text: string];

/** Printed below the title of a page: the database, facts of the page, user and time of printing, and the URL. */
export function PrintTitle({ facts }: { facts: readonly PrintFact[] }): ReactNode {
  const { user, databaseName } = useSession();
  const timeZone = useTimeZone();
  const now = useNow();
  const lines: readonly PrintFact[] = [
    ['Database', databaseName],
    ...facts,
    ['Printed', `${formatDateTime(now, timeZone)} (${timeZone}) by ${user.userName}`],
    ['Address', window.location.href],
  ];
  return (
    <Box
      component="dl"
      aria-label="Printed page"
      sx={{
        display: 'none',
        '@media print': { display: 'flex' },
        flexWrap: 'wrap',
        columnGap: 6,
        m: 0,
        pb: 4,
        fontSize: '0.8125rem',
        overflowWrap: 'anywhere',
        '& dt, & dd': { display: 'inline', m: 0 },
        '& dt': { fontWeight: 600, mr: 1 },
      }}
    >
      {lines.map(([name, text]) => (
        <div key={name}>
          <dt>{name}</dt>
          <dd>{text}</dd>
        </div>
      ))}
    </Box>
  );
}
