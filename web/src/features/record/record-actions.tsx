import Button from '@mui/material/Button';
import type { CustomRecord } from '@twinward/contracts/records/record';
import type { RecordType } from '@twinward/contracts/records/record-type';
import { stepsFrom } from '@twinward/domain/records/states';
import { type ReactNode, useState } from 'react';
import { useNavigate } from 'react-router';
import { useSession } from '../../shared/session/session-context.tsx';
import { ConfirmDialog } from '../../ui/dialogs/confirm-dialog.tsx';
import { ActionsMenu } from '../../ui/page/actions-menu.tsx';
import { useDeleteRecord, useTransition } from './api.ts';
import { typeRecordsPath } from './record-paths.ts';

/** The actions on a record: edit, change its state, delete. */
export function RecordActions({
  type,
  record,
  onEdit,
  onFailure,
}: {
  type: RecordType;
  record: CustomRecord;
  /** Null while it is edited. */
  onEdit: (() => void) | null;
  /** Called with the error of a step, and with null when another step starts. */
  onFailure: (error: unknown) => void;
}): ReactNode {
  const navigate = useNavigate();
  const { user } = useSession();
  const transition = useTransition(record);
  const removal = useDeleteRecord(record);
  const [isAsking, setIsAsking] = useState(false);
  const listSteps = (state: string | null) =>
    stepsFrom(type, state, { isAdmin: user.isAdmin, groups: user.assignedGroups });
  const steps = listSteps(record.state);
  const leadsBack = (from: string): boolean => listSteps(from).some(({ to }) => to === record.state);
  const title = record.title || type.caption;
  return (
    <>
      {onEdit === null
        ? null
        : steps.map(({ to, caption }) => (
            <Button
              key={to}
              variant="outlined"
              disabled={transition.isPending}
              onClick={() => {
                onFailure(null);
                const backTo = leadsBack(to) ? record.state : null;
                transition.mutate({ to, version: record.version, backTo }, { onError: onFailure });
              }}
            >
              {caption}
            </Button>
          ))}
      {onEdit === null ? null : (
        <Button variant="contained" onClick={onEdit}>
          Edit
        </Button>
      )}
      <ActionsMenu
        label={`Actions for ${title}`}
        actions={[{ label: 'Delete', onChoose: () => setIsAsking(true) }]}
      />
      {isAsking ? (
        <ConfirmDialog
          title={`Delete ${title}?`}
          yes="Delete"
          saving={removal}
          fallback="The record could not be deleted."
          onYes={() =>
            removal.mutate(undefined, { onSuccess: () => void navigate(typeRecordsPath(type.name)) })
          }
          onNo={() => setIsAsking(false)}
        >
          Its files are deleted too.
        </ConfirmDialog>
      ) : null}
    </>
  );
}
