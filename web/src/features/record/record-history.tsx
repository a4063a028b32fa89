import Box from '@mui/material/Box';
import Typography from '@mui/material/Typography';
import type { RecordHistoryEntry } from '@twinward/contracts/records/record';
import { type ReactNode, useState } from 'react';
import { EmptyState } from '../../ui/feedback/states.tsx';
import { Time } from '../../ui/format/time.tsx';
import { Paged } from '../../ui/list/paged.tsx';
import { historyPageSize, type RecordKey, useRecordHistory } from './api.ts';

const actionLabels: Record<RecordHistoryEntry['action'], string> = {
  create: 'Added',
  update: 'Changed',
  delete: 'Deleted',
};

/** The changes of a record, latest first, each field with its old and new value. */
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

function Differences({ entry: { old, new: now } }: { entry: RecordHistoryEntry }): ReactNode {
  const names = [...new Set([...Object.keys(old ?? {}), ...Object.keys(now ?? {})])].filter(
    (name) => textOf(old?.[name]) !== textOf(now?.[name]),
  );
  if (names.length === 0) return null;
  return (
    <Box
      component="dl"
      sx={{ m: 0, pt: 1, display: 'grid', gridTemplateColumns: 'minmax(112px, 24%) 1fr', gap: 1 }}
    >
      {names.map((name) => (
        <Box key={name} sx={{ display: 'contents' }}>
          <Typography
            component="dt"
            variant="body2"
            sx={{ color: 'text.secondary', overflowWrap: 'anywhere' }}
          >
            {name}
          </Typography>
          <Typography
            component="dd"
            variant="body2"
            sx={{ m: 0, overflowWrap: 'anywhere', whiteSpace: 'pre-wrap' }}
          >
            {old === null
              ? textOf(now?.[name])
              : `${textOf(old[name]) || '–'} → ${textOf(now?.[name]) || '–'}`}
          </Typography>
        </Box>
      ))}
    </Box>
  );
}

function textOf(value: unknown): string {
  if (value === undefined || value === null) return '';
  if (typeof value === 'boolean') return value ? 'yes' : 'no';
  return typeof value === 'object' ? JSON.stringify(value) : String(value);
}
