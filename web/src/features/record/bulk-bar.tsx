import Button from '@mui/material/Button';
import Stack from '@mui/material/Stack';
import Typography from '@mui/material/Typography';
import type { ListBody } from '@twinward/contracts/core/list';
import type { FieldChanges } from '@twinward/contracts/records/field';
import type { CustomRecord } from '@twinward/contracts/records/record';
import type { RecordType } from '@twinward/contracts/records/record-type';
import { type ReactNode, useState } from 'react';
import { BulkProgress } from '../../shared/command/bulk-progress.tsx';
import { maximumSelected, useBulkChange } from '../../shared/record/bulk-change.ts';
import { BulkDialog } from '../../shared/record/bulk-dialog.tsx';
import { ConfirmDialog } from '../../ui/dialogs/confirm-dialog.tsx';
import { failureMessage } from '../../ui/feedback/failure.ts';
import { ErrorState } from '../../ui/feedback/states.tsx';
import { formatCount } from '../../ui/format/format.ts';
import { useAllMatching } from './api.ts';

/** Changes and deletes the selected records, with the progress of the last command. */
export function BulkBar({
  type,
  chosen,
  page,
  body,
  onChosen,
}: {
  type: RecordType;
  chosen: readonly CustomRecord[];
  /** The page of the list as it is shown; undefined until it is loaded. */
  page: { records: readonly CustomRecord[]; total: number; capped?: boolean } | undefined;
  /** Filters and sort of the list. */
  body: ListBody;
  onChosen: (records: readonly CustomRecord[]) => void;
}): ReactNode {
  const bulk = useBulkChange(type.name);
  const matching = useAllMatching(type.name);
  const [asked, setAsked] = useState<'change' | 'delete' | null>(null);
  const ids = chosen.map(({ id }) => id);
  const start = (change: { fields: FieldChanges } | { delete: true }): void =>
    bulk.mutate(
      { ids, ...change },
      {
        onSuccess: () => {
          setAsked(null);
          onChosen([]);
        },
      },
    );
  const close = (): void => {
    setAsked(null);
    bulk.reset();
  };
  const selectPage = (): void =>
    onChosen([...new Map([...chosen, ...(page?.records ?? [])].map((one) => [one.id, one])).values()]);
  const selected = `${formatCount(chosen.length)} ${chosen.length === 1 ? 'record' : 'records'}`;
  const offersAll = page !== undefined && page.total > chosen.length && page.total <= maximumSelected;
  return (
    <Stack role="group" aria-label="Selected records" sx={{ gap: 2, pb: chosen.length === 0 ? 0 : 3 }}>
      {chosen.length === 0 ? null : (
        <Stack direction="row" sx={{ alignItems: 'center', flexWrap: 'wrap', gap: 2 }}>
          <Typography role="status">{formatCount(chosen.length)} selected</Typography>
          <Button disabled={chosen.length > maximumSelected} onClick={() => setAsked('change')}>
            Change
          </Button>
          <Button disabled={chosen.length > maximumSelected} onClick={() => setAsked('delete')}>
            Delete
          </Button>
          <Button onClick={selectPage}>Select all on this page</Button>
          {offersAll ? (
            <Button
              loading={matching.isPending}
              onClick={() => matching.mutate(body, { onSuccess: onChosen })}
            >
              Select all {formatCount(page.total)}
            </Button>
          ) : null}
          <Button onClick={() => onChosen([])}>Clear selection</Button>
        </Stack>
      )}
      {matching.error ? (
        <ErrorState error={matching.error} fallback="The records could not be selected." />
      ) : null}
      {bulk.data === undefined ? null : <BulkProgress commandId={bulk.data.commandId} />}
      {asked === 'change' ? (
        <BulkDialog
          type={type}
          title={`Change ${selected}`}
          busy={bulk.isPending}
          error={bulk.error}
          onSave={(fields) => start({ fields })}
          onClose={close}
        />
      ) : null}
      {asked === 'delete' ? (
        <ConfirmDialog
          title={`Delete ${selected}?`}
          yes="Delete"
          busy={bulk.isPending}
          onYes={() => start({ delete: true })}
          onNo={close}
        >
          Their files are deleted with them. Records that others refer to stay.
          {bulk.error ? (
            <p role="alert">{failureMessage(bulk.error, 'The records could not be deleted.')}</p>
          ) : null}
        </ConfirmDialog>
      ) : null}
    </Stack>
  );
}
