import { mdiAlertCircleOutline } from '@mdi/js';
import Button from '@mui/material/Button';
import type { ProtectionSummary } from '@twinward/contracts/protections/protection';
import type { ReactNode } from 'react';
import { useAccess } from '../../shared/session/session-context.tsx';
import { ErrorState } from '../../ui/feedback/states.tsx';
import { Time } from '../../ui/format/time.tsx';
import { useRetryProtection } from './api/retry-protection.ts';
import { StateNote } from './state-note.tsx';

/** Shows why a protection was set aside, with a retry button. */
export function SetAsideNote({
  protection: { id, twinId, name, error, setAsideDate },
}: {
  protection: ProtectionSummary;
}): ReactNode {
  const retrying = useRetryProtection(twinId);
  const mayRetry = useAccess('write:protection');
  return (
    <>
      <StateNote
        icon={mdiAlertCircleOutline}
        action={
          mayRetry ? (
            <Button
              aria-label={`Try again to evaluate ${name}`}
              loading={retrying.isPending}
              onClick={() => retrying.mutate(id)}
            >
              Try again
            </Button>
          ) : null
        }
      >
        {error} Not evaluated since <Time value={setAsideDate!} />.
      </StateNote>
      <ErrorState error={retrying.error} fallback="The protection could not be evaluated again." />
    </>
  );
}
