import Box from '@mui/material/Box';
import type { Advisory } from '@twinward/contracts/advisories/advisory';
import { DAY } from '@twinward/domain/duration';
import type { ReactNode } from 'react';
import { excursionPath, explorePath } from '../../shared/address/paths.ts';
import { excursionLength } from '../../ui/format/excursion.ts';
import { formatDateTime } from '../../ui/format/format.ts';
import { useTimeZone } from '../../ui/format/time-zone.ts';
import { TextLink } from '../../ui/page/text-link.tsx';

/** Link to the signal over an excursion, with a margin of its length, at least a quarter of a day, on either side. */
function signalPath(twinId: number, tagId: number, { start, end }: Advisory['occurrences'][number]): string {
  const from = Date.parse(start);
  const to = end === null ? from + DAY : Date.parse(end);
  const around = Math.max(to - from, DAY / 4);
  const range = new URLSearchParams({
    from: new Date(from - around).toISOString(),
    to: new Date(to + around).toISOString(),
  });
  return `${explorePath(twinId, tagId)}?${range}`;
}

/** The excursions of an advisory, each with links to its charts. */
export function Occurrences({
  advisory: { twinId, occurrences, signal },
}: {
  advisory: Pick<Advisory, 'twinId' | 'occurrences' | 'signal'>;
}): ReactNode {
  const timeZone = useTimeZone();
  return (
    <Box
      component="ul"
      aria-label="Occurrences"
      sx={{ listStyle: 'none', m: 0, p: 0, fontSize: '0.8125rem' }}
    >
      {occurrences.map((occurrence) => {
        const { start, end, isOpen } = occurrence;
        return (
          <Box
            key={start}
            component="li"
            sx={{
              display: 'flex',
              flexWrap: 'wrap',
              columnGap: 4,
              py: 1.5,
              borderBottom: 1,
              borderColor: 'divider',
            }}
          >
            <time dateTime={start}>{formatDateTime(start, timeZone)}</time>
            <Box component="span" sx={{ color: 'text.secondary' }}>
              {isOpen || end !== null ? excursionLength(occurrence) : null}
            </Box>
            <Box component="span" sx={{ ml: 'auto', display: 'flex', gap: 4 }}>
              {signal === null ? null : (
                <TextLink to={signalPath(twinId, signal.tagId, occurrence)}>{signal.alias}</TextLink>
              )}
              <TextLink to={excursionPath({ twinId, start, end })}>Monitor</TextLink>
            </Box>
          </Box>
        );
      })}
    </Box>
  );
}
