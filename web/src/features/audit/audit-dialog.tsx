import Box from '@mui/material/Box';
import Typography from '@mui/material/Typography';
import type { AuditEntry } from '@twinward/contracts/system/audit';
import { actionLabels, entityLabel } from '@twinward/domain/audit/labels';
import type { ReactNode } from 'react';
import { FieldChanges } from '../../shared/audit/field-changes.tsx';
import { AppDialog } from '../../ui/dialogs/app-dialog.tsx';
import { formatDateTime } from '../../ui/format/format.ts';
import { useTimeZone } from '../../ui/format/time-zone.ts';
import { Facts } from '../../ui/page/facts.tsx';
import { TextLink } from '../../ui/page/text-link.tsx';

/** An entry of the audit trail, with all its fields. */
export function AuditDialog({ entry, onClose }: { entry: AuditEntry; onClose: () => void }): ReactNode {
  const timeZone = useTimeZone();
  const { title, path, changes } = entry;
  const kind = entityLabel(entry.entityType);
  const thing = (
    <>
      {kind} {path === null ? title : <TextLink to={path}>{title}</TextLink>}
    </>
  );
  return (
    <AppDialog title={`${kind} ${title}`} maxWidth="md" onClose={onClose}>
      <Facts
        facts={[
          ['Time', formatDateTime(entry.time, timeZone, true)],
          ['User', entry.userName],
          ['Action', actionLabels[entry.action]],
          ['What', thing],
        ]}
      />
      {changes.length === 0 ? (
        <Typography sx={{ pt: 4 }}>No field changed.</Typography>
      ) : (
        <Box sx={{ pt: 4 }}>
          <FieldChanges label="Fields" changes={changes} isUpdate={entry.action === 'update'} />
        </Box>
      )}
    </AppDialog>
  );
}
