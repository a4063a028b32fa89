import { mdiClose, mdiEmailOpenOutline, mdiEmailOutline } from '@mdi/js';
import Box from '@mui/material/Box';
import IconButton from '@mui/material/IconButton';
import Tooltip from '@mui/material/Tooltip';
import type { Notification, NotifiedExcursion } from '@twinward/contracts/advisories/notification';
import { excursionText } from '@twinward/domain/excursion-text';
import type { ReactNode } from 'react';
import { Time } from '../../ui/format/time.tsx';
import { Icon } from '../../ui/page/icon.tsx';
import { TextLink } from '../../ui/page/text-link.tsx';

/** A notification: title, time, count and actions. Opening it marks it as read. */
export function NotificationLine({
  notification: { message, read, timeStamp, groupCount, url, excursion },
  onRead,
  onRemove,
  onLeave,
}: {
  notification: Notification;
  onRead: (read: boolean) => void;
  onRemove: () => void;
  onLeave: () => void;
}): ReactNode {
  const toggle = read ? 'Mark as unread' : 'Mark as read';
  return (
    <Box
      component="li"
      sx={{
        display: 'grid',
        gridTemplateColumns: '12px minmax(0, 1fr) auto',
        columnGap: 2,
        alignItems: 'start',
        py: 2,
        borderBottom: 1,
        borderColor: 'divider',
        fontSize: '0.8125rem',
      }}
    >
      <Box sx={{ pt: 1.5 }}>
        {read ? null : (
          <>
            <Box aria-hidden sx={{ width: 8, height: 8, borderRadius: '50%', bgcolor: 'primary.main' }} />
            <span className="visually-hidden">Unread:</span>
          </>
        )}
      </Box>
      <Box sx={{ minWidth: 0, overflowWrap: 'anywhere', fontWeight: read ? 400 : 600 }}>
        {url === null || !isPage(url) ? (
          message
        ) : (
          <TextLink
            to={url}
            color="inherit"
            onClick={() => {
              if (!read) onRead(true);
              onLeave();
            }}
          >
            {message}
          </TextLink>
        )}
        <Box sx={{ color: 'text.secondary', fontWeight: 400 }}>
          {excursion === null ? null : <ExcursionFacts excursion={excursion} />}
          <Time value={timeStamp} />
          {groupCount > 1 ? `, ${groupCount} times` : ''}
        </Box>
      </Box>
      <Box sx={{ whiteSpace: 'nowrap' }}>
        <Tooltip title={toggle}>
          <IconButton size="small" aria-label={`${toggle}: ${message}`} onClick={() => onRead(!read)}>
            <Icon path={read ? mdiEmailOpenOutline : mdiEmailOutline} sx={{ fontSize: 16 }} />
          </IconButton>
        </Tooltip>
        <Tooltip title="Remove">
          <IconButton size="small" aria-label={`Remove: ${message}`} onClick={onRemove}>
            <Icon path={mdiClose} sx={{ fontSize: 16 }} />
          </IconButton>
        </Tooltip>
      </Box>
    </Box>
  );
}

/** Level and values with their limits; start and duration of an ended excursion. */
function ExcursionFacts({ excursion }: { excursion: NotifiedExcursion }): ReactNode {
  const { start, end } = excursion;
  return (
    <div>
      {excursionText(excursion)}
      {start === null || end === null ? null : (
        <>
          {' '}
          Began <Time value={start} />.
        </>
      )}
    </div>
  );
}

/** Only paths within the application are followed. */
const isPage = (url: string): boolean => /^\/(?![/\\])/.test(url);
