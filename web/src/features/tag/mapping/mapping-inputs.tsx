import Box from '@mui/material/Box';
import List from '@mui/material/List';
import ListItem from '@mui/material/ListItem';
import ListItemButton from '@mui/material/ListItemButton';
import Typography from '@mui/material/Typography';
import type { Suggestion } from '@twinward/contracts/twins/mapping';
import type { TagAlias } from '@twinward/contracts/twins/tag-alias';
import { unitText } from '@twinward/domain/unit-text';
import type { ReactNode } from 'react';
import { percentMatch } from '../../../ui/form/suggestion-list.tsx';
import { formatPercent } from '../../../ui/format/format.ts';
import { Muted } from '../../../ui/page/muted.tsx';

/** The inputs, each with its tag or the score of its best suggestion. */
export function MappingInputs({
  aliases,
  suggestions,
  selectedId,
  onSelect,
  onOpen,
}: {
  aliases: readonly TagAlias[];
  suggestions: ReadonlyMap<number, readonly Suggestion[]>;
  selectedId: number | null;
  onSelect(id: number): void;
  /** Called on Enter or a click, to move to the suggestions. */
  onOpen(id: number): void;
}): ReactNode {
  return (
    <List dense disablePadding aria-label="Inputs">
      {aliases.map((alias) => (
        <ListItem key={alias.id} disablePadding>
          <ListItemButton
            data-input={alias.id}
            selected={alias.id === selectedId}
            aria-current={alias.id === selectedId}
            tabIndex={alias.id === selectedId ? 0 : -1}
            onFocus={() => onSelect(alias.id)}
            onClick={() => onOpen(alias.id)}
            sx={{ gap: 3, px: 2, py: 1 }}
          >
            <Box sx={{ flex: 1, minWidth: 0 }}>
              <Typography
                sx={{ overflowWrap: 'anywhere', fontWeight: alias.mappedTagId === null ? 600 : 400 }}
              >
                {[alias.name, unitText(alias.unit)].filter(Boolean).join(', ')}
              </Typography>
              <Muted sx={{ overflowWrap: 'anywhere' }}>{alias.mappedTagName ?? 'Not mapped'}</Muted>
            </Box>
            {alias.mappedTagId === null ? <Best suggestions={suggestions.get(alias.id)} /> : null}
          </ListItemButton>
        </ListItem>
      ))}
    </List>
  );
}

function Best({ suggestions }: { suggestions: readonly Suggestion[] | undefined }): ReactNode {
  if (suggestions === undefined) return null;
  const best = suggestions[0];
  return (
    <Typography variant="body2" sx={{ whiteSpace: 'nowrap', fontVariantNumeric: 'tabular-nums' }}>
      {best === undefined ? 'none found' : formatPercent(percentMatch(best.score))}
    </Typography>
  );
}
