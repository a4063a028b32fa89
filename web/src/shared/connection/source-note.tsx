import Alert from '@mui/material/Alert';
import type { RecordSource } from '@twinward/contracts/core/record-source';
import type { ReactNode } from 'react';
import { Time } from '../../ui/format/time.tsx';
import { TextLink } from '../../ui/page/text-link.tsx';
import { useAccess } from '../session/session-context.tsx';

/** Whether a field of a record comes from another system and is read-only. */
export const isOwned = (source: RecordSource | null | undefined, field: string): boolean =>
  source?.goneAt === null && source.fields.includes(field);

/** Notes that some fields of a record come from another system, with the connection. */
export function SourceNote({ source }: { source: RecordSource | null | undefined }): ReactNode {
  const mayOpen = useAccess('connections');
  if (!source) return null;
  const name = mayOpen ? (
    <TextLink to={`/settings/connections/${source.connectionId}/records`} underline="always">
      {source.connectionName}
    </TextLink>
  ) : (
    source.connectionName
  );
  return (
    <Alert severity="info" variant="outlined">
      Read from {name} as {source.key}.{' '}
      {source.goneAt === null ? (
        'Fields from that system are read-only in Twinward. Change them there.'
      ) : (
        <>
          Deleted in that system <Time value={source.goneAt} />. You can now change and delete it in Twinward.
        </>
      )}
    </Alert>
  );
}
