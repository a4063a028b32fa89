import Button from '@mui/material/Button';
import type { SystemType } from '@twinward/contracts/records/record-type';
import { type ReactNode, useState } from 'react';
import { formatCount } from '../../ui/format/format.ts';
import { useRecordType } from '../api/queries/use-record-type.ts';
import { BulkProgress } from '../command/bulk-progress.tsx';
import { maximumSelected, useBulkChange } from './bulk-change.ts';
import { BulkDialog, bulkFields } from './bulk-dialog.tsx';

/** A change of further fields of the selected records of a system kind. */
export interface FurtherBulk {
  /** Opens the dialog; null where nothing can be set by the user. */
  button: ReactNode;
  /** The dialog, and the progress of the last command: shown also without selected records. */
  outcome: ReactNode;
}

/** @param onStarted the command was started */
export function useFurtherBulk(type: SystemType, ids: readonly number[], onStarted: () => void): FurtherBulk {
  const recordType = useRecordType(type).data;
  const bulk = useBulkChange(type);
  const [isOpen, setIsOpen] = useState(false);
  const close = (): void => {
    setIsOpen(false);
    bulk.reset();
  };
  if (!recordType?.mayWrite || bulkFields(recordType).length === 0) return { button: null, outcome: null };
  const { caption, pluralCaption } = recordType;
  const what = ids.length === 1 ? caption : pluralCaption;
  return {
    button: (
      <Button disabled={ids.length > maximumSelected} onClick={() => setIsOpen(true)}>
        Set further fields
      </Button>
    ),
    outcome: (
      <>
        {bulk.data === undefined ? null : <BulkProgress commandId={bulk.data.commandId} />}
        {isOpen ? (
          <BulkDialog
            type={recordType}
            title={`Change ${formatCount(ids.length)} ${what.toLowerCase()}`}
            busy={bulk.isPending}
            error={bulk.error}
            onSave={(fields) =>
              bulk.mutate(
                { ids: [...ids], fields },
                {
                  onSuccess: () => {
                    setIsOpen(false);
                    onStarted();
                  },
                },
              )
            }
            onClose={close}
          />
        ) : null}
      </>
    ),
  };
}
