import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import Stack from '@mui/material/Stack';
import Typography from '@mui/material/Typography';
import type { KnownHistory } from '@twinward/contracts/protections/known-history';
import type { KnownEvents } from '@twinward/domain/score/known-events';
import { type ReactNode, useMemo, useState } from 'react';
import type { Range, RangeAction } from '../../../ui/chart/range.ts';
import { Muted } from '../../../ui/page/muted.tsx';
import { standingText } from '../simulation/score-text.ts';
import { ScoreView } from '../simulation/score-view.tsx';
import { previewedScore } from './previewed-score.ts';
import type { Result } from './use-preview.ts';

/** The scores of the edited and of the saved logic: failures caught in time, and false episodes. */
export function PreviewScore({
  history,
  known,
  result,
  saved,
  observed,
  onRange,
}: {
  history: KnownHistory;
  /** Known events of the failure modes. */
  known: KnownEvents;
  result: Result;
  saved: Result | null;
  observed: Range;
  onRange: (action: RangeAction) => void;
}): ReactNode {
  const [isOpen, setIsOpen] = useState(false);
  const { from, to } = observed;
  const own = useMemo(
    () => previewedScore(result, known, history, { from, to }),
    [result, known, history, from, to],
  );
  const before = useMemo(
    () => (saved === null ? null : previewedScore(saved, known, history, { from, to })),
    [saved, known, history, from, to],
  );
  if (own === null) {
    return (
      <Muted sx={{ pt: 2 }}>Too many excursions to score here. Run a simulation to score them all.</Muted>
    );
  }
  const text = standingText(own);
  const savedText = before === null ? text : standingText(before);
  return (
    <Box component="section" aria-label="Score of the visible range" sx={{ pt: 2 }}>
      <Stack direction="row" sx={{ flexWrap: 'wrap', columnGap: 3, alignItems: 'baseline' }}>
        <Typography sx={{ fontWeight: 600 }}>{text}</Typography>
        {savedText === text ? null : (
          <Typography sx={{ color: 'text.secondary' }}>saved: {savedText}</Typography>
        )}
        <Button aria-expanded={isOpen} onClick={() => setIsOpen(!isOpen)} sx={{ ml: { sm: 'auto' } }}>
          By threshold and event
        </Button>
      </Stack>
      {isOpen ? <ScoreView label="Score of the visible range" score={own} onRange={onRange} /> : null}
    </Box>
  );
}
