import Box from '@mui/material/Box';
import List from '@mui/material/List';
import ListItem from '@mui/material/ListItem';
import ListItemButton from '@mui/material/ListItemButton';
import Typography from '@mui/material/Typography';
import type { ReactNode } from 'react';
import { Muted } from '../page/muted.tsx';

export interface Suggestion {
  id: string | number;
  label: string;
  /** A second line. */
  detail?: string;
  /** Match score from 0 to 1. */
  score: number;
  /** Shown before the percentage, such as a preview of the match. */
  aside?: ReactNode;
  /** Whether it is already chosen. */
  isChosen?: boolean;
}

/** A score from 0 to 1 as a whole percentage, limited to that range. */
export const percentMatch = (score: number): number => Math.round(Math.min(Math.max(score, 0), 1) * 100);

/** A list of candidates with their match scores. */
export function SuggestionList({
  label,
  suggestions,
  empty = 'No results found.',
  onChoose,
}: {
  label: string;
  suggestions: readonly Suggestion[];
  /** Shown without suggestions. */
  empty?: string;
  onChoose: (suggestion: Suggestion) => void;
}): ReactNode {
  if (suggestions.length === 0) return <Typography variant="body2">{empty}</Typography>;
  return (
    <List dense disablePadding aria-label={label}>
      {suggestions.map((suggestion) => (
        <ListItem key={suggestion.id} disablePadding>
          <ListItemButton
            data-suggestion
            selected={suggestion.isChosen ?? false}
            onClick={() => onChoose(suggestion)}
            sx={{ gap: 4, px: 2, py: 1 }}
          >
            <Box sx={{ flex: 1, minWidth: 0 }}>
              <Typography sx={{ overflowWrap: 'anywhere' }}>{suggestion.label}</Typography>
              {suggestion.detail === undefined ? null : (
                <Muted sx={{ overflowWrap: 'anywhere' }}>{suggestion.detail}</Muted>
              )}
            </Box>
            {suggestion.aside}
            <Typography variant="body2" sx={{ whiteSpace: 'nowrap', fontVariantNumeric: 'tabular-nums' }}>
              {percentMatch(suggestion.score)} % match
            </Typography>
          </ListItemButton>
        </ListItem>
      ))}
    </List>
  );
}
