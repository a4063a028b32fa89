import Box from '@mui/material/Box';
import type { RecordHistoryEntry } from '@twinward/contracts/records/record';
import { describeChanges } from '@twinward/domain/audit/describe';
import { type ReactNode, useState } from 'react';
import { FieldChanges } from '../../shared/audit/field-changes.tsx';
import type { RecordKey } from '../../shared/record/record-key.ts';
import { EmptyState } from '../../ui/feedback/states.tsx';
import { currencySymbol, formatDateTime } from '../../ui/format/format.ts';
import { Time } from '../../ui/format/time.tsx';
import { useTimeZone } from '../../ui/format/time-zone.ts';
import { Paged } from '../../ui/list/paged.tsx';
import { historyPageSize, useRecordHistory } from './api.ts';

const actionLabels: Record<RecordHistoryEntry['action'], string> = {
  create: 'Added',
  update: 'Changed',
  delete: 'Deleted',
};

/** The changes of a record, latest first, each field with its old and new value, as in the audit trail. */
export function RecordHistory({ record }: { record: RecordKey }): ReactNode {
  const [page, setPage] = useState(1);
  return (
    <Paged
      query={useRecordHistory(record, page)}
      page={page}
      pageSize={historyPageSize}
      noun="changes"
      fallback="The history could not be loaded."
      empty={<EmptyState title="No changes yet." />}
      onPage={setPage}
    >
      {(entries) => (
        <Box component="ol" aria-label="History" sx={{ listStyle: 'none', m: 0, p: 0 }}>
          {entries.map((entry) => (
            <Box
              key={entry.id}
              component="li"
              sx={{ py: 2, borderBottom: 1, borderColor: 'divider', fontSize: '0.8125rem' }}
            >
              <Box sx={{ display: 'flex', gap: 4 }}>
                <span>
                  {actionLabels[entry.action]} by {entry.userName}
                </span>
                <Box component="span" sx={{ ml: 'auto', color: 'text.secondary', whiteSpace: 'nowrap' }}>
                  <Time value={entry.time} />
                </Box>
              </Box>
              <Differences entry={entry} />
            </Box>
          ))}
        </Box>
      )}
    </Paged>
  );
}

function Differences({ entry }: { entry: RecordHistoryEntry }): ReactNode {
  const timeZone = useTimeZone();
  // The server has already replaced ids by names.
  const style = { timeZone, currencySymbol: currencySymbol(), findName: () => null };
  const changes = describeChanges({ entityType: 'record', old: entry.old, new: entry.new }, style);
  if (changes.length === 0) return null;
  const label = `Fields at ${formatDateTime(entry.time, timeZone, true)}`;
  return <FieldChanges label={label} changes={changes} isUpdate={entry.action === 'update'} />;
}
