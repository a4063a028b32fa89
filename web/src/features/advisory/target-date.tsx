import { mdiClockAlertOutline } from '@mdi/js';
import Box from '@mui/material/Box';
import type { AdvisorySummary } from '@twinward/contracts/advisories/advisory';
import type { ReactNode } from 'react';
import { formatDate } from '../../ui/format/format.ts';
import { useTimeZone } from '../../ui/format/time-zone.ts';
import { Icon } from '../../ui/page/icon.tsx';

/** A target date, with an icon and a word if it has passed. */
export function TargetDate({
  advisory: { targetDate, overdue },
}: {
  advisory: Pick<AdvisorySummary, 'targetDate' | 'overdue'>;
}): ReactNode {
  const timeZone = useTimeZone();
  if (targetDate === null) return '–';
  return (
    <Box
      component="span"
      sx={{
        display: 'inline-flex',
        alignItems: 'center',
        gap: 1,
        whiteSpace: 'nowrap',
        fontWeight: overdue ? 600 : 400,
        ...(overdue ? { color: 'error.main' } : {}),
      }}
    >
      {overdue ? <Icon path={mdiClockAlertOutline} sx={{ fontSize: 16, color: 'error.main' }} /> : null}
      <time dateTime={targetDate}>{formatDate(targetDate, timeZone)}</time>
      {overdue ? (
        <>
          <Box component="span" sx={{ display: { xs: 'none', md: 'inline' } }}>
            overdue
          </Box>
          <span className="visually-hidden phone-only">overdue</span>
        </>
      ) : null}
    </Box>
  );
}
