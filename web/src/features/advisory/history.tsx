import Box from '@mui/material/Box';
import type { AdvisoryChangeEntry } from '@twinward/contracts/advisories/advisory';
import type { ReactNode } from 'react';
import { formatDateTime } from '../../ui/format/format.ts';
import { Time } from '../../ui/format/time.tsx';
import { useTimeZone } from '../../ui/format/time-zone.ts';
import { actionLabel } from './advisory-words.ts';

/** Entries whose reason is the start time of an excursion. */
const timed = new Set(['make', 'occurrence']);

/** The history of an advisory, latest first. */
export function History({ entries }: { entries: readonly AdvisoryChangeEntry[] }): ReactNode {
  const timeZone = useTimeZone();
  const formatReason = ({ action, reason }: AdvisoryChangeEntry): string =>
    timed.has(action) && reason !== '' ? `excursion of ${formatDateTime(reason, timeZone)}` : reason;
  return (
    <Box component="ol" aria-label="History" sx={{ listStyle: 'none', m: 0, p: 0, fontSize: '0.8125rem' }}>
      {entries.map((entry) => {
        const reason = formatReason(entry);
        return (
          <Box
            key={entry.id}
            component="li"
            sx={{ display: 'flex', gap: 4, py: 1, borderBottom: 1, borderColor: 'divider' }}
          >
            <Box component="span" sx={{ minWidth: 0, overflowWrap: 'anywhere' }}>
              {actionLabel(entry.action)} by {entry.userName ?? 'Twinward'}
              {reason === '' ? '' : `: ${reason}`}
            </Box>
            <Box component="span" sx={{ ml: 'auto', color: 'text.secondary', whiteSpace: 'nowrap' }}>
              <Time value={entry.time} />
            </Box>
          </Box>
        );
      })}
    </Box>
  );
}
