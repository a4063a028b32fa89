import Alert from '@mui/material/Alert';
import Stack from '@mui/material/Stack';
import Typography from '@mui/material/Typography';
import type { ReactNode } from 'react';
import { Loaded } from '../../ui/feedback/loaded.tsx';
import { Time } from '../../ui/format/time.tsx';
import { useDatabaseRole } from './api/database-role.ts';
import { useDiskNotice } from './api/disk-notice.ts';

/** The database role, and whether its disk was recently full. */
export function DatabaseSection(): ReactNode {
  return (
    <Stack spacing={2}>
      <Role />
      <FullDisk />
    </Stack>
  );
}

function FullDisk(): ReactNode {
  const { data } = useDiskNotice();
  if (!data?.lastFull) return null;
  const { from, until } = data.lastFull;
  return (
    <Alert severity="warning" variant="outlined">
      The disk of the database was full from <Time value={from} /> to <Time value={until} />. Nothing was
      stored in that time. Free some disk space.
    </Alert>
  );
}

/** The role, with a warning if it can alter the audit trail. */
function Role(): ReactNode {
  const role = useDatabaseRole();
  return (
    <Loaded query={role} rows={1} fallback="The database role could not be loaded.">
      {({ role, isOwner }) =>
        isOwner ? (
          <Alert severity="warning" variant="outlined">
            Requests use the database role {role}, which owns the tables and could change the audit trail. Set
            DATABASE_OWNER_URL, and set DATABASE_URL to a role with fewer rights.
          </Alert>
        ) : (
          <Typography>
            Requests use the database role {role}. This role can't change the audit trail.
          </Typography>
        )
      }
    </Loaded>
  );
}
