import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import Stack from '@mui/material/Stack';
import type { Suggestion } from '@twinward/contracts/twins/mapping';
import type { TagAlias } from '@twinward/contracts/twins/tag-alias';
import { assignTags } from '@twinward/domain/mapping/assign';
import { type ReactNode, useMemo, useState } from 'react';
import { SelectField } from '../../../ui/form/select-field.tsx';
import { formatCount, formatPercent } from '../../../ui/format/format.ts';
import type { Move } from '../api/suggestions.ts';

const percents = [50, 60, 70, 80, 90, 95];

/** Maps all inputs whose most likely tag has a sufficient score in one step. Uses each tag at most once. */
export function AcceptLikely({
  aliases,
  suggestions,
  busy,
  onMap,
}: {
  aliases: readonly TagAlias[];
  suggestions: ReadonlyMap<number, readonly Suggestion[]>;
  busy: boolean;
  onMap(moves: readonly Move[]): void;
}): ReactNode {
  const [percent, setPercent] = useState(80);
  const moves = useMemo(() => likelyMoves(aliases, suggestions, percent), [aliases, suggestions, percent]);
  return (
    <Stack direction="row" sx={{ alignItems: 'end', gap: 2, flexWrap: 'wrap' }}>
      <Box sx={{ width: 110 }}>
        <SelectField
          label="Minimum match"
          value={String(percent)}
          onChange={(event) => setPercent(Number(event.target.value))}
          choices={percents.map((each) => ({ value: String(each), label: formatPercent(each) }))}
        />
      </Box>
      <Button variant="contained" disabled={moves.length === 0} loading={busy} onClick={() => onMap(moves)}>
        {moves.length === 0 ? 'None to map' : `Map ${formatCount(moves.length)}`}
      </Button>
    </Stack>
  );
}

/** The mappings for unmapped inputs whose best tag has at least a given score. */
export function likelyMoves(
  aliases: readonly TagAlias[],
  suggestions: ReadonlyMap<number, readonly Suggestion[]>,
  percent: number,
): Move[] {
  const unmapped = aliases.filter(({ mappedTagId }) => mappedTagId === null);
  const taken = new Set(aliases.flatMap(({ mappedTagId }) => (mappedTagId === null ? [] : [mappedTagId])));
  const candidates = unmapped.map(({ id }) => ({ aliasId: id, suggestions: suggestions.get(id) ?? [] }));
  const assigned = assignTags(candidates, percent / 100, taken);
  return unmapped.flatMap((alias) => {
    const found = assigned.get(alias.id);
    return typeof found === 'object' ? [{ alias, tagId: found.tagId }] : [];
  });
}
