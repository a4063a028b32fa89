import Alert from '@mui/material/Alert';
import Typography from '@mui/material/Typography';
import type { ReactNode } from 'react';
import { Loaded } from '../../ui/feedback/loaded.tsx';
import { useDatabaseRole } from './api/database-role.ts';

/** By which role the database is used; a warning when that role could alter the audit trail. */
export function DatabaseSection(): ReactNode {
  const role = useDatabaseRole();
  return (
    <Loaded query={role} rows={1} fallback="The database role could not be loaded.">
      {({ role, isOwner }) =>
        isOwner ? (
          <Alert severity="warning" variant="outlined">
            Requests use the database role {role}, which owns the tables and so could alter the audit trail.
            Set DATABASE_OWNER_URL, and DATABASE_URL to a role with fewer rights.
          </Alert>
        ) : (
          <Typography>Requests use the database role {role}. It can't alter the audit trail.</Typography>
        )
      }
    </Loaded>
  );
}
