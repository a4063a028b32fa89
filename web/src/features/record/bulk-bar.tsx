import Button from '@mui/material/Button';
import type { ListBody } from '@twinward/contracts/core/list';
import type { CustomRecord } from '@twinward/contracts/records/record';
import type { ReactNode } from 'react';
import { maximumSelected } from '../../shared/record/bulk-change.ts';
import { SelectedRecords } from '../../shared/record/selected-records.tsx';
import { ErrorState } from '../../ui/feedback/states.tsx';
import { formatCount } from '../../ui/format/format.ts';
import { useAllMatching } from './api.ts';

/** Changes and deletes the selected records. All matching records can be selected at once. */
export function BulkBar({
  type,
  chosen,
  page,
  body,
  onChosen,
}: {
  /** Name of the record type. */
  type: string;
  chosen: readonly CustomRecord[];
  /** The current page of the list. Undefined while loading. */
  page: { records: readonly CustomRecord[]; total: number; capped?: boolean } | undefined;
  /** Filters and sort of the list. */
  body: ListBody;
  onChosen: (records: readonly CustomRecord[]) => void;
}): ReactNode {
  const matching = useAllMatching(type);
  const offersAll = page !== undefined && page.total > chosen.length && page.total <= maximumSelected;
  return (
    <SelectedRecords
      type={type}
      label="Selected records"
      chosen={chosen}
      listed={page?.records ?? []}
      onChosen={onChosen}
      actions={
        offersAll ? (
          <Button loading={matching.isPending} onClick={() => matching.mutate(body, { onSuccess: onChosen })}>
            Select all {formatCount(page.total)}
          </Button>
        ) : null
      }
    >
      <ErrorState error={matching.error} fallback="The records could not be selected." />
    </SelectedRecords>
  );
}
