import Box from '@mui/material/Box';
import type { CardValues } from '@twinward/contracts/questions/dashboard-data';
import { resolveTime } from '@twinward/domain/queries/relative-time';
import type { ReactNode } from 'react';
import { useSession } from '../../shared/session/session-context.tsx';
import { useNow } from '../../ui/format/clock.ts';
import { formatDateTime } from '../../ui/format/format.ts';
import { useTimeZone } from '../../ui/format/time-zone.ts';
import { useVariableChoices } from './api/dashboards.ts';
import { useChosenTwin } from './api/use-chosen-twin.ts';

/** On paper, under the name of the dashboard: of what it is, over which time, and who printed it when. */
export function PrintTitle({ values }: { values: CardValues }): ReactNode {
  const { user, databaseName } = useSession();
  const timeZone = useTimeZone();
  const now = useNow();
  const { site, class: entry, twin, range } = values;
  const { data: choices } = useVariableChoices(site !== undefined || entry !== undefined);
  const chosenTwin = useChosenTwin(twin);
  const nameIn = (list: readonly { id: number; name: string }[] | undefined, id: number) =>
    list?.find((one) => one.id === id)?.name ?? String(id);
  const time = (text: string): string => {
    const at = resolveTime(text, now, timeZone);
    return at === null ? text : formatDateTime(at, timeZone);
  };
  const facts: [string, string][] = [
    ['Database', databaseName],
    ['Range', `${time(range.from)} to ${time(range.to)} (${timeZone})`],
    ...(site === undefined ? [] : [['Site', nameIn(choices?.sites, site)] as [string, string]]),
    ...(entry === undefined ? [] : [['Class', nameIn(choices?.classes, entry)] as [string, string]]),
    ...(twin === undefined ? [] : [['Twin', chosenTwin.data?.assetName ?? String(twin)] as [string, string]]),
    ['Printed', `${formatDateTime(now, timeZone)} by ${user.userName}`],
  ];
  return (
    <Box
      component="dl"
      aria-label="Printed dashboard"
      sx={{
        display: 'none',
        '@media print': { display: 'flex' },
        flexWrap: 'wrap',
        columnGap: 6,
        m: 0,
        pb: 4,
        fontSize: '0.8125rem',
        '& dt, & dd': { display: 'inline', m: 0 },
        '& dt': { fontWeight: 600, mr: 1 },
      }}
    >
      {facts.map(([name, text]) => (
        <div key={name}>
          <dt>{name}</dt>
          <dd>{text}</dd>
        </div>
      ))}
    </Box>
  );
}
