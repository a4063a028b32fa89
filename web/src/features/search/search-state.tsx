import Typography from '@mui/material/Typography';
import type { ReactNode } from 'react';
import { failureMessage } from '../../ui/feedback/failure.ts';

/** A message beside search results, or instead of them. */
export function SearchState({
  isEmpty,
  isWaiting,
  hasTypes,
  problem,
  error,
  hasResults,
}: {
  isEmpty: boolean;
  isWaiting: boolean;
  hasTypes: boolean;
  /** The error in the query text. */
  problem: string | null;
  error: Error | null;
  hasResults: boolean;
}): ReactNode {
  const lines = ((): string[] => {
    if (!hasTypes) return ['At least one search type must be selected.'];
    if (isEmpty) return ['Start typing to search.'];
    if (isWaiting) return hasResults ? [] : ['Loading...'];
    if (problem !== null) return ['Invalid search syntax.', problem];
    if (error !== null) return [failureMessage(error, 'Invalid search syntax.')];
    return hasResults ? [] : ['No results match your search criteria.'];
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
