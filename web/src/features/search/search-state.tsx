import Typography from '@mui/material/Typography';
import type { ReactNode } from 'react';
import { failureMessage } from '../../ui/feedback/failure.ts';
import { formatCount } from '../../ui/format/format.ts';

/** A message beside search results, or instead of them. */
export function SearchState({
  isEmpty,
  isWaiting,
  hasTypes,
  problem,
  error,
  shown,
  hasRecords,
  total,
  pageSize,
}: {
  isEmpty: boolean;
  isWaiting: boolean;
  hasTypes: boolean;
  /** The error in the query text. */
  problem: string | null;
  error: Error | null;
  shown: number;
  /** Whether records of custom types are shown below. */
  hasRecords: boolean;
  total: number;
  pageSize: number;
}): ReactNode {
  const lines = ((): string[] => {
    if (!hasTypes) return ['At least one search type must be selected.'];
    if (isEmpty) return ['Start typing to search.'];
    if (isWaiting) return shown > 0 || hasRecords ? [] : ['Loading...'];
    if (problem !== null) return ['Invalid search syntax.', problem];
    if (error !== null) return [failureMessage(error, 'Invalid search syntax.')];
    if (shown === 0 && hasRecords) return [];
    if (shown === 0) return ['No results match your search criteria.'];
    return total > pageSize ? [`The first ${shown} of ${formatCount(total)}. More words find less.`] : [];
  })();
  return (
    <div role="status">
      {lines.map((line) => (
        <Typography key={line} sx={{ px: 4, py: 2, color: 'text.secondary', overflowWrap: 'anywhere' }}>
          {line}
        </Typography>
      ))}
    </div>
  );
}
